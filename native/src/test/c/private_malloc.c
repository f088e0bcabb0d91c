/* A library with a malloc of its own, for one that is opened with RTLD_DEEPBIND. */

#include <stddef.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

enum { ROOM = 1 << 20, HEADER = 16 };

EXPORTED void *malloc(size_t size);
EXPORTED void *calloc(size_t count, size_t size);
EXPORTED void *realloc(void *block, size_t size);
EXPORTED void free(void *block);
EXPORTED int private_live(void);

static _Alignas(16) char memory[ROOM];
static size_t used;
static int live;

void *malloc(size_t size) {
  size_t bytes = (size + HEADER + 15) & ~(size_t)15;
  if (size > ROOM || bytes > ROOM - used) {
    return NULL;
  }
  char *block = memory + used + HEADER;
  memcpy(block - HEADER, &size, sizeof(size));
  used += bytes;
  live++;
  return block;
}

void *calloc(size_t count, size_t size) { return malloc(count * size); }

void *realloc(void *block, size_t size) {
  void *fresh = malloc(size);
  if (fresh != NULL && block != NULL) {
    size_t before;
    memcpy(&before, (char *)block - HEADER, sizeof(before));
    memcpy(fresh, block, before < size ? before : size);
    free(block);
  }
  return fresh;
}

void free(void *block) { live -= block != NULL; }

int private_live(void) { return live; }
