#ifndef JEMSCOPE_GLIBC_H
#define JEMSCOPE_GLIBC_H

#include <stdbool.h>
#include <stddef.h>

/* What glibc counts of its own malloc, in bytes but for the last. */
struct glibc_counts {
  size_t allocated; /* from its heaps */
  size_t free;      /* in its heaps */
  size_t mapped;    /* in blocks with mappings of their own */
  size_t mappings;
};

/* False before glibc 2.33. Walks the free blocks of each arena, with that arena's lock held. */
bool glibc_count(struct glibc_counts *counts);

/* Whether malloc is glibc's own. */
bool glibc_is_malloc(void);

#endif
