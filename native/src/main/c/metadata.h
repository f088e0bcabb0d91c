#ifndef JEMSCOPE_METADATA_H
#define JEMSCOPE_METADATA_H

#include <jvmti.h>
#include <stdbool.h>

/* Reads what JVMTI knows of this JVM; NULL where there is none. Without this call a symbols file lacks those facts. */
void metadata_open(jvmtiEnv *jvmti);

/* Call when prof.active was written: a profile says since when it was sampled. */
void metadata_active_written(bool active);

/* Call when jemalloc was told to forget all samples: a profile then shows what came after that. */
void metadata_samples_discarded(void);

/* Call in a forked child, whose samples begin with it. */
void metadata_after_fork(void);

/* Call when the hook was set or removed: a profile says which samples it can't have seen. */
void metadata_hook_changed(bool on);

/* Calls show with every known fact, in the order of the symbols file. */
void metadata_each(void (*show)(void *sink, const char *key, const char *value), void *sink);

#endif
