#ifndef JEMSCOPE_AGENT_H
#define JEMSCOPE_AGENT_H

#include <jvmti.h>
#include <stdbool.h>

/* The agent's JVMTI environment; NULL where the library was only loaded, not started as an agent. */
jvmtiEnv *agent_jvmti(void);

/* Puts the hook in place or takes it out, with all it needs around it; errno. */
int agent_set_hook(JNIEnv *jni, bool on);

/* The Java half leaves: the hook and the final dump go with it. Attaching again brings back the hook. */
void agent_left(JNIEnv *jni);

#endif
