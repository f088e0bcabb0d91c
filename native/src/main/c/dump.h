#ifndef JEMSCOPE_DUMP_H
#define JEMSCOPE_DUMP_H

#include <jvmti.h>
#include <stdbool.h>

/*
 * Dumps the heap profile to path and its symbols to path.symbols. Both appear whole or not at all, the symbols first,
 * and neither replaces a file: EEXIST. kind is final, snapshot or the like; NULL for the heap alone, without symbols.
 * Errno. jvmti may be NULL: then frames that have no name yet get none.
 */
int dump_write(jvmtiEnv *jvmti, JNIEnv *jni, const char *path, const char *kind);

/* Writes the symbols of an existing dump to path.symbols, in the same way. complete as in symbols_file_write. Errno. */
int dump_write_symbols(const char *path, const char *kind, bool complete);

#endif
