/* A library that allocates, for sampler_test.c and mappings_test.c: the tests' own calls are never replaced, as those
   of Jemscope aren't. */

#include "worker.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define EXPORTED __attribute__((visibility("default")))

EXPORTED worker_allocate allocate;
EXPORTED worker_resize resize;
EXPORTED worker_release release;
EXPORTED worker_map map;
EXPORTED worker_mapper mapper;
EXPORTED worker_unmap unmap;
EXPORTED worker_remap remap;

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

void *map(void *at, size_t size, int protection, int flags, int file) {
  return mmap(at, size, protection, flags, file, 0);
}

void *mapper(void) {
  void *(*function)(void *, size_t, int, int, int, off_t) = mmap;
  void *address;
  memcpy(&address, &function, sizeof(address));
  return address;
}

int unmap(void *at, size_t size) { return munmap(at, size); }

void *remap(void *at, size_t old_size, size_t new_size, int flags, void *target) {
  return mremap(at, old_size, new_size, flags, target);
}
