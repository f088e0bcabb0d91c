/* A library that allocates, for sampler_test.c: the test's own calls are never replaced, as those of Jemscope aren't.
 */

#include "worker.h"

#include <malloc.h>
#include <stdlib.h>

#define EXPORTED __attribute__((visibility("default")))

EXPORTED worker_allocate allocate;
EXPORTED worker_resize resize;
EXPORTED worker_release release;

void *allocate(int how, size_t size) {
  enum { ALIGNMENT = 64 };
  void *block = NULL;
  switch (how) {
  case BY_MALLOC:
    return malloc(size);
  case BY_CALLOC:
    return calloc(1, size);
  case BY_REALLOC:
    return realloc(NULL, size);
  case BY_POSIX_MEMALIGN:
    return posix_memalign(&block, ALIGNMENT, size) == 0 ? block : NULL;
  case BY_ALIGNED_ALLOC:
    return aligned_alloc(ALIGNMENT, size);
  case BY_MEMALIGN:
    return memalign(ALIGNMENT, size);
  default:
    return valloc(size);
  }
}

void *resize(void *block, size_t size) { return realloc(block, size); }

void release(void *block) { free(block); }
