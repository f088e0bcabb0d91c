#ifndef JEMSCOPE_RUNTIME_FOLDER_H
#define JEMSCOPE_RUNTIME_FOLDER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "folder.h"

/*
 * Writes the name of the folder for files about running programs: JEMSCOPE_RUNTIME_DIR, else jemscope in
 * XDG_RUNTIME_DIR, else that of runtime_folder_of_user. Returns its length; from PATH_MAX on it is too long.
 */
int runtime_folder_name(char folder[PATH_MAX]);

/* The folder of the process's user in /tmp: also for a process that can't use the one that its environment names. */
int runtime_folder_of_user(char folder[PATH_MAX]);

/* Makes the first of the two that this process can use, and whose name isn't too long; false if there is none. */
bool runtime_folder_make(char folder[PATH_MAX], size_t longest, char why[FOLDER_WHY_BYTES]);

/* Remembers the environment now, for a thread of our own: the program may change it at any time. */
void runtime_folder_capture(void);

#endif
