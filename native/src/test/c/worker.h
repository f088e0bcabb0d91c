#ifndef JEMSCOPE_TEST_WORKER_H
#define JEMSCOPE_TEST_WORKER_H

#include <stddef.h>

/* What a program's library does, called by dlsym. */
typedef void *worker_allocate(int how, size_t size);
typedef void *worker_resize(void *block, size_t size);
typedef void worker_release(void *block);

/* Memory of its own: mmap, munmap and mremap. */
typedef void *worker_map(void *at, size_t size, int protection, int flags, int file);
typedef void *worker_mapper(void); /* where mmap leads */
typedef int worker_unmap(void *at, size_t size);
typedef void *worker_remap(void *at, size_t old_size, size_t new_size, int flags, void *target);

/* The ways to allocate. */
enum {
  BY_MALLOC,
  BY_CALLOC,
  BY_REALLOC,
  BY_POSIX_MEMALIGN,
  BY_ALIGNED_ALLOC,
  BY_MEMALIGN,
  BY_VALLOC,
  WAYS_TO_ALLOCATE
};

#endif
