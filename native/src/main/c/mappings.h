#ifndef JEMSCOPE_MAPPINGS_H
#define JEMSCOPE_MAPPINGS_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Memory that libraries map themselves, as a part of our own sampler: anonymous mappings that may be written to are
 * sampled by their bytes, as malloc's blocks are, and counted until they are unmapped.
 */

/* Whether they are counted from now on. What was sampled is watched until it is unmapped in any case. */
void mappings_switch(bool on);
bool mappings_are_counted(void);

/* Maps the memory that this needs, before an import table leads here; false without it. Mappings of the object that has
   the allocator's code aren't counted: they are what malloc's blocks are made of. */
bool mappings_open(uintptr_t allocator);

/* Whether an object's mappings count: not those of the allocator, of the C library, which are threads' stacks, nor the
   JVM's, which are in its own statistics. */
bool mappings_count_of(const struct dl_phdr_info *object);

/* Forgets all samples. */
void mappings_clear(void);

/* In a forked child, as live_samples_after_fork_in_child. */
void mappings_after_fork_in_child(void);

/* The real functions. Written before the import tables. */
struct mappings_functions {
  void *(*map)(void *, size_t, int, int, int, off_t);
  void *(*map64)(void *, size_t, int, int, int, off_t);
  int (*unmap)(void *, size_t);
  void *(*remap)(void *, size_t, size_t, int, ...);
};
extern struct mappings_functions mappings_real;

/* What the program calls in their place. */
void *mappings_map(void *at, size_t size, int protection, int flags, int file, off_t offset);
int mappings_unmap(void *at, size_t size);
void *mappings_remap(void *at, size_t old_size, size_t new_size, int flags, ...);

#endif
