#ifndef JEMSCOPE_SYMBOLS_FILE_H
#define JEMSCOPE_SYMBOLS_FILE_H

/*
 * Writes the symbols that belong to a dump into the open file: what the process is, what the hook met, and the name of
 * every Java frame. Answers errno.
 */
int symbols_file_write(int file, const char *kind);

#endif
