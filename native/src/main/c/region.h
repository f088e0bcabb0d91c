#ifndef JEMSCOPE_REGION_H
#define JEMSCOPE_REGION_H

#include <stdbool.h>
#include <stddef.h>

/* An array that grows, outside malloc: what Jemscope keeps must not show in its profiles. */
struct region {
  void *memory;
  size_t bytes;
};

/* Makes the region at least that large, keeping its content; its address may change. False without memory. */
bool region_reserve(struct region *region, size_t bytes);

/*
 * Maps zeroed memory that is allocated as it is touched, a small page at a time: with transparent huge pages the kernel
 * could allocate 2 MiB for the first byte. NULL without memory.
 */
void *region_map(size_t bytes);

/* The same for much memory of which little may ever be touched: the kernel sets none aside for it. */
void *region_reserve_only(size_t bytes);

/* Returns what one of the two has mapped. */
void region_unmap(void *memory, size_t bytes);

/* A copy of the text that lives as long as the process; NULL without memory. Callers take turns. */
const char *region_keep_text(const char *text);

#endif
