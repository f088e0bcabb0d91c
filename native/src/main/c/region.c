/* Memory for what Jemscope keeps, straight from the kernel. */

#include "region.h"

#include <string.h>
#include <sys/mman.h>

enum { LEAST_BYTES = 64 * 1024, TEXT_CHUNK = 256 * 1024 };

void *region_map(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    return NULL;
  }
  (void)madvise(memory, bytes, MADV_NOHUGEPAGE); /* fails if the kernel has no huge pages */
  return memory;
}

void *region_reserve_only(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    return NULL;
  }
  (void)madvise(memory, bytes, MADV_NOHUGEPAGE);
  return memory;
}

void region_unmap(void *memory, size_t bytes) { munmap(memory, bytes); }

bool region_reserve(struct region *region, size_t bytes) {
  if (bytes <= region->bytes) {
    return true;
  }
  size_t wanted = region->bytes == 0 ? LEAST_BYTES : region->bytes;
  while (wanted < bytes) {
    wanted *= 2;
  }
  void *memory =
      region->memory == NULL ? region_map(wanted) : mremap(region->memory, region->bytes, wanted, MREMAP_MAYMOVE);
  if (memory == NULL || memory == MAP_FAILED) {
    return false;
  }
  region->memory = memory;
  region->bytes = wanted;
  return true;
}

const char *region_keep_text(const char *text) {
  static char *chunk;
  static size_t left;
  size_t length = strlen(text) + 1;
  if (length > left) {
    void *memory = length > TEXT_CHUNK ? NULL : region_map(TEXT_CHUNK);
    if (memory == NULL) {
      return NULL;
    }
    chunk = memory;
    left = TEXT_CHUNK;
  }
  char *copy = memcpy(chunk, text, length);
  chunk += length;
  left -= length;
  return copy;
}
