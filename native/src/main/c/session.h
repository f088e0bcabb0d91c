#ifndef JEMSCOPE_SESSION_H
#define JEMSCOPE_SESSION_H

#include <jvmti.h>
#include <stdint.h>

/* Takes down what JVMTI tells of this JVM. jvmti may be NULL: then a symbols file leaves those facts out. */
void session_open(jvmtiEnv *jvmti);

/* To be told when prof.active was written, so that a profile can say since when it was sampled. */
void session_active_written(int active);

/* To be told when the hook is set for the first time: were there samples before it? */
void session_hook_set(void);

/* Calls show with every known fact, in the order in which the symbols file has them. */
void session_each(void (*show)(void *sink, const char *key, const char *value), void *sink);

#endif
