#ifndef JEMSCOPE_HOOK_H
#define JEMSCOPE_HOOK_H

#include <jni.h>
#include <stdbool.h>
#include <stdint.h>

/* How Java frames and markers stand in jemalloc's stacks: no user address has these top bits. */
#define HOOK_JAVA_FRAME UINT64_C(0x4A45000000000000)
#define HOOK_MARKER UINT64_C(0x4A4D000000000000)
#define HOOK_MARKER_CUT (HOOK_MARKER | 1)

/* Looks up everything the hook needs later. Call on a Java thread; errno, ENOTSUP where this JVM can't tell its stacks.
 */
int hook_prepare(JavaVM *vm, JNIEnv *jni);

/* After hook_prepare returned ENOTSUP: what is missing, as the end of a sentence. */
const char *hook_obstacle(void);

/*
 * Puts the hook in place or takes it out again; errno, 0 where it already is as asked, ENOSYS where there is nothing to
 * hook, EINVAL before hook_prepare, ECANCELED after hook_close, EBUSY where it can't be taken out because another's
 * hook, set later, calls it.
 */
int hook_set(bool on);

/* True while the hook is in place: jemalloc calls it, or another's hook that jemalloc calls does. */
bool hook_is_set(void);

/* When the hook was first put in place, in milliseconds of the epoch; 0 = never. */
int64_t hook_set_at(void);

/* For good: takes the hook out, waits a bounded time for calls under way, and keeps later ones off the JVM. */
void hook_close(void);

#endif
