#ifndef JEMSCOPE_THREADS_H
#define JEMSCOPE_THREADS_H

#include <jvmti.h>

/* Call once, before threads_name_current. */
void threads_open(void);

/* Gives the calling thread its Java name in jemalloc's profiles; only the thread itself can. thread may be NULL. */
void threads_name_current(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread);

/* At attach: counts the threads that had started before, which have no names. */
void threads_count_unnamed(jvmtiEnv *jvmti, JNIEnv *jni);

#endif
