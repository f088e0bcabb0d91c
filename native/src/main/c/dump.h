#ifndef JEMSCOPE_DUMP_H
#define JEMSCOPE_DUMP_H

#include <jvmti.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Dumps the heap profile to path and its symbols to path.symbols. Both appear whole or not at all, the symbols first,
 * and neither replaces a file: EEXIST. kind is final, snapshot or the like; NULL for the heap alone, without symbols.
 * Answers errno. jvmti may be NULL: then frames that have no name yet get none.
 */
int dump_write(jvmtiEnv *jvmti, JNIEnv *jni, const char *path, const char *kind);

/*
 * Writes the symbols of a dump that others have made to path.symbols, whole or not at all, over no other file. complete
 * as in symbols_file_write. Answers errno.
 */
int dump_write_symbols(const char *path, const char *kind, bool complete);

enum folder_state {
  FOLDER_OWN,            /* this user's, and nobody else may write to it */
  FOLDER_UNREACHABLE,    /* it could not be made or looked at: errno says why */
  FOLDER_NONE,           /* something else has that name */
  FOLDER_LINK,           /* a symbolic link, which anyone could have put there */
  FOLDER_OF_ANOTHER,     /* another user's */
  FOLDER_OPEN_TO_OTHERS, /* other users may write to it */
  FOLDER_BELOW_ANOTHERS, /* one above it is another user's */
  FOLDER_BELOW_OPEN,     /* every user may write to one above it */
};

/*
 * Makes the folder and those above it where they aren't there, private to this user, and looks at it where it is: only
 * FOLDER_OWN is fit for dumps, since what somebody else plants in a folder would be taken for ours. Nothing is made below
 * a folder that isn't safe; above is then that folder.
 */
enum folder_state dump_open_folder(const char *folder, char above[PATH_MAX]);

/* The same without making anything: FOLDER_OWN also where the folder isn't there and this user may make it. */
enum folder_state dump_look_at_folder(const char *folder, char above[PATH_MAX]);

/* This user's runtime folder, which holds the default folder for dumps; it need not exist yet. */
void dump_runtime_folder(char *folder, size_t size);

#endif
