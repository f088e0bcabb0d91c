/* A library that has malloc's address in its data. */

#include <stdlib.h>

#include "worker.h"

__attribute__((visibility("default"))) worker_allocate allocate_by_address;

static void *(*volatile by_address)(size_t) = malloc;

void *allocate_by_address(int how, size_t size) {
  (void)how;
  return by_address(size);
}
