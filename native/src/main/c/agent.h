#ifndef JEMSCOPE_AGENT_H
#define JEMSCOPE_AGENT_H

#include <jvmti.h>
#include <stdbool.h>

/* The agent's JVMTI environment; NULL if the library was only loaded, not started as an agent. */
jvmtiEnv *agent_jvmti(void);

/* Sets or removes the hook; errno, EINVAL if the library was only loaded. */
int agent_set_hook(JNIEnv *jni, bool on);

/* Counts from now on how often the JVM got no memory from the system. The JVM then logs a line for each
   OutOfMemoryError. */
void agent_count_exhaustion(void);

/* The Java half leaves: the hook is removed, and no final dump is written. Attaching again sets the hook again. */
void agent_left(JNIEnv *jni);

#endif
