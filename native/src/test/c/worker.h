#ifndef JEMSCOPE_TEST_WORKER_H
#define JEMSCOPE_TEST_WORKER_H

#include <stddef.h>

/* What a program's library does, called by dlsym. */
typedef void *worker_allocate(int how, size_t size);
typedef void *worker_resize(void *block, size_t size);
typedef void worker_release(void *block);

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
