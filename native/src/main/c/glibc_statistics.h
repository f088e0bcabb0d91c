#ifndef JEMSCOPE_GLIBC_STATISTICS_H
#define JEMSCOPE_GLIBC_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Writes what glibc counts of its malloc: mallinfo2, and each arena by malloc_info. Takes the arenas' locks one after
 * the other, each for as long as a walk over its free blocks takes.
 *
 * options: letters as malloc_stats_print takes them: J for JSON, a to omit the arenas; others have no meaning here.
 * Returns false if malloc isn't glibc's, or without memory.
 */
bool glibc_statistics(void (*write)(void *sink, const char *text), void *sink, const char *options);

/* How many arenas glibc's malloc has; takes their locks likewise. 0 without memory. */
size_t glibc_arenas(void);

#endif
