#ifndef JEMSCOPE_SYSTEM_THREAD_H
#define JEMSCOPE_SYSTEM_THREAD_H

#include <jvmti.h>
#include <stdbool.h>

/*
 * Starts a daemon thread of Jemscope's own in the JVM's top thread group, where programs that list or interrupt their
 * own threads don't meet it.
 */
bool system_thread_start(jvmtiEnv *jvmti, JNIEnv *jni, const char *name, jvmtiStartFunction run, void *argument);

#endif
