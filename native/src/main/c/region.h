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

/* A copy of the text that lives as long as the process; NULL where memory is short. Callers take turns. */
const char *region_keep_text(const char *text);

#endif
