#ifndef JEMSCOPE_HOOK_H
#define JEMSCOPE_HOOK_H

#include <jni.h>
#include <stdbool.h>
#include <stdint.h>

/* How Java frames and markers stand in jemalloc's stacks: no user address has these top bits. */
#define HOOK_JAVA_FRAME UINT64_C(0x4A45000000000000)
#define HOOK_MARKER UINT64_C(0x4A4D000000000000)
#define HOOK_MARKER_CUT (HOOK_MARKER | 1)

/* Looks up everything the hook needs. Call on a Java thread; errno, ENOTSUP if this JVM can't return its stacks. */
int hook_prepare(JavaVM *vm, JNIEnv *jni);

/* The same where there is no JVM: samples have native frames only. */
void hook_prepare_without_jvm(void);

/* After hook_prepare returned ENOTSUP: what is missing, as the end of a sentence. */
const char *hook_obstacle(void);

/*
 * Sets or removes the hook; errno, 0 if nothing had to be done, EINVAL before hook_prepare,
 * ECANCELED after hook_close, EBUSY if a hook that another library set later stands in the way.
 */
int hook_set(bool on);

/* Whether jemalloc calls the hook, or another library's hook that was set later. */
bool hook_is_set(void);

/* For good: removes the hook, waits a bounded time for calls under way, and keeps later ones off the JVM. */
void hook_close(void);

#endif
