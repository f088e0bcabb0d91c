#ifndef JEMSCOPE_SYMBOLS_FILE_H
#define JEMSCOPE_SYMBOLS_FILE_H

#include <stdbool.h>

/*
 * Writes the symbols that belong to a dump into the open file: facts about the process, the counters, and the name of
 * every Java frame. complete is false if there was no time to name all frames of the dump; the file then says so.
 * Errno.
 */
int symbols_file_write(int file, const char *kind, bool complete);

#endif
