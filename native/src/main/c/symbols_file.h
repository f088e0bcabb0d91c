#ifndef JEMSCOPE_SYMBOLS_FILE_H
#define JEMSCOPE_SYMBOLS_FILE_H

#include <stdbool.h>

/*
 * Writes the symbols that belong to a dump into the open file: what the process is, what the hook met, and the name of
 * every Java frame. complete is false where frames may stand in the dump that there was no time to name, which the file
 * then says. Answers errno.
 */
int symbols_file_write(int file, const char *kind, bool complete);

#endif
