/* A program of its own around the sampler, which is in a library here. It is linked for a fixed address, too, where its
   own stub stands for malloc in all libraries, and with a sanitizer's malloc. */

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "ghosts.h"
#include "import_tables.h"
#include "live_samples.h"
#include "sampler.h"
#include "worker.h"

worker_allocate allocate_by_address;

static uint64_t objects(void) { return live_samples_counts().objects; }

int main(void) {
  enum { BLOCKS = 4, BYTES = 1000 };
  CHECK(sampler_open() == 0 && import_tables_foreign() == 0);
  /* In code: that makes a stub of it where the program's place is fixed. */
  void *(*volatile by_address)(size_t) = malloc;
  sampler_set_active(true);
  sampler_reset(0);
  free(by_address(100000));
  sampler_reset(0);
  void *blocks[BLOCKS] = {malloc(BYTES), by_address(BYTES), allocate_by_address(BY_MALLOC, BYTES), calloc(1, BYTES)};
  CHECK(objects() == BLOCKS);
  for (int i = 0; i < BLOCKS; i++) {
    blocks[i] = realloc(blocks[i], 2 * BYTES);
    memset(blocks[i], i, 2 * BYTES);
  }
  CHECK(objects() == BLOCKS);
  sampler_sweep();
#ifdef __SANITIZE_ADDRESS__
  CHECK(objects() == BLOCKS && ghosts_unswept() == BLOCKS);
#else
  CHECK(objects() == BLOCKS && ghosts_unswept() == 0);
#endif
  for (int i = 0; i < BLOCKS; i++) {
    free(blocks[i]);
  }
  CHECK(objects() == 0);
  sampler_close();
  free(by_address(BYTES));
  free(allocate_by_address(BY_MALLOC, BYTES));
  return 0;
}
