#ifndef JEMSCOPE_RESOLVER_H
#define JEMSCOPE_RESOLVER_H

#include <jvmti.h>
#include <stdbool.h>
#include <stdint.h>

/* Starts the thread that names frames soon after they were sampled; errno. Callers take turns. */
int resolver_start(jvmtiEnv *jvmti, JNIEnv *jni);

/* Wakes the thread if there is work: frames without a name, above all. Safe in the hook. */
void resolver_wake(void);

/* Wakes the thread to tidy the catalog of classes, which has grown. */
void resolver_tidy(void);

/* Names what has no name yet, on the calling thread; false if another thread is busy with it for longer than 500 ms. */
bool resolver_catch_up(jvmtiEnv *jvmti, JNIEnv *jni);

/* For callers that can't name frames themselves: waits for the thread to do it, 100 ms at most; false if it hasn't. */
bool resolver_settle(void);

/* Whether the thread has ended, or will not wake again. Safe in the hook. */
bool resolver_is_stopped(void);

/* Ends the thread. It does not wait for it. */
void resolver_stop(void);

/* Calls show with every frame named so far, in the order of the numbers. Never waits. */
void resolver_each(void (*show)(void *sink, uint32_t number, const char *name), void *sink);

#endif
