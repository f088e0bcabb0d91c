#ifndef JEMSCOPE_PROFILING_H
#define JEMSCOPE_PROFILING_H

#include <jvmti.h>
#include <stdbool.h>

/* Sets or removes the hook, with all it needs around it; errno, ENOTSUP if this JVM can't return its stacks. */
int profiling_set_hook(jvmtiEnv *jvmti, JNIEnv *jni, bool on);

/* The same, reporting a failure on standard error. */
void profiling_add_hook(jvmtiEnv *jvmti, JNIEnv *jni);
void profiling_remove_hook(jvmtiEnv *jvmti, JNIEnv *jni);

/* Switches sampling; errno. */
int profiling_switch(bool active);

/* The same, reporting a failure on standard error. */
void profiling_set_active(bool active);

/* Whether memory that libraries map themselves is counted, too. */
void profiling_count_mappings(bool on);

#endif
