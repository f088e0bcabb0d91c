#ifndef JEMSCOPE_REGION_H
#define JEMSCOPE_REGION_H

#include <stdbool.h>
#include <stddef.h>

/* An array that grows, outside malloc: what Jemscope keeps must not show in the profile it makes. */
struct region {
  void *memory;
  size_t bytes;
};

/* Makes the region at least that large, keeping what is in it; its address may change. False where memory is short. */
bool region_reserve(struct region *region, size_t bytes);

/*
 * Maps zeroes that are only there once they are touched, a small page at a time: with transparent huge pages the kernel
 * could give 2 MiB for the first byte. NULL where there is no room.
 */
void *region_map_untouched(size_t bytes);

/* A copy of the text that lives as long as the process; NULL where memory is short. Callers take turns. */
const char *region_keep_text(const char *text);

#endif
