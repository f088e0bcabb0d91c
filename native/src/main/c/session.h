#ifndef JEMSCOPE_SESSION_H
#define JEMSCOPE_SESSION_H

#include <jvmti.h>
#include <stdbool.h>
#include <stdint.h>

/* Takes down what JVMTI tells of this JVM. jvmti may be NULL: then a symbols file leaves those facts out. */
void session_open(jvmtiEnv *jvmti);

/* To be told when prof.active was written, so that a profile can say since when it was sampled. */
void session_active_written(int active);

/* To be told when jemalloc was made to forget all samples: a profile then shows what came after that. */
void session_samples_discarded(void);

/* To be told when the hook was put in place or taken out: which samples can it not have seen? */
void session_hook_changed(bool on);

/* Calls show with every known fact, in the order in which the symbols file has them. */
void session_each(void (*show)(void *sink, const char *key, const char *value), void *sink);

#endif
