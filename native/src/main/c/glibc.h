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

/* struct mallinfo2, which the headers of older versions don't have. */
struct glibc_info {
  size_t arena, ordblks, smblks, hblks, hblkhd, usmblks, fsmblks, uordblks, fordblks, keepcost;
};

/* Both are false before glibc 2.33: its mallinfo counts in 32 bits. They walk the free blocks of each arena, with that
   arena's lock held. */
bool glibc_count(struct glibc_counts *counts);
bool glibc_mallinfo(struct glibc_info *info);

/* Whether malloc is glibc's own. */
bool glibc_is_malloc(void);

#endif
