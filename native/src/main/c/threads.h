#ifndef JEMSCOPE_THREADS_H
#define JEMSCOPE_THREADS_H

#include <jvmti.h>

/* Looks up the control for threads' names. Call once, before threads_name_current. */
void threads_open(void);

/*
 * Gives the calling thread its Java name in jemalloc's profiles; nobody else can: the control is the thread's own.
 * thread is the calling thread, or NULL for that.
 */
void threads_name_current(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread);

/* Counts the threads that had started before anyone could name them, at attach. */
void threads_count_unnamed(jvmtiEnv *jvmti, JNIEnv *jni);

#endif
