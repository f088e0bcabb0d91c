#ifndef JEMSCOPE_RESOLVER_H
#define JEMSCOPE_RESOLVER_H

#include <jvmti.h>
#include <stdbool.h>
#include <stdint.h>

/* Starts the thread that names frames soon after they were sampled; errno. Callers take turns. */
int resolver_start(jvmtiEnv *jvmti, JNIEnv *jni);

/* Tells the thread that there may be frames without a name. Safe in the hook. */
void resolver_wake(void);

/* Tells the thread that the catalog of classes has grown and should be tidied. */
void resolver_tidy(void);

/* Names what has no name yet, on the calling thread; false when another thread is at it for longer than 500 ms. */
bool resolver_catch_up(jvmtiEnv *jvmti, JNIEnv *jni);

/* For who can't name frames itself: waits for the thread to do so, 100 ms at most; false when it hasn't. */
bool resolver_settle(void);

/* Whether the thread has ended, or will not wake again. Safe in the hook. */
bool resolver_is_stopped(void);

/* Ends the thread. It does not wait for it. */
void resolver_stop(void);

/* Calls show with every frame named so far, in the order of the numbers. Waits for nobody. */
void resolver_each(void (*show)(void *sink, uint32_t number, const char *name), void *sink);

#endif
