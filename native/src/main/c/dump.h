#ifndef JEMSCOPE_DUMP_H
#define JEMSCOPE_DUMP_H

#include <jvmti.h>
#include <stddef.h>

/*
 * Dumps the heap profile to path and its symbols to path.symbols. Both appear whole or not at all, the symbols first,
 * and neither replaces a file: EEXIST. kind is final, snapshot or asked. Answers errno. jvmti may be NULL: then frames
 * that have no name yet get none.
 */
int dump_write(jvmtiEnv *jvmti, JNIEnv *jni, const char *path, const char *kind);

/* Makes the folder and those above it, private to this user; errno. */
int dump_make_folder(const char *folder);

/* Where dumps go when nobody said otherwise: errno. The runtime folder is checked to be this user's own. */
int dump_default_folder(char *folder, size_t size);

#endif
