/* The times of allocation in the stacks; see births.h. */

#include "births.h"

#include <stdatomic.h>
#include <time.h>

#include "allocator.h"

/* Nanoseconds of the monotonic clock when sampling began; 0 = no births. Relaxed: a sample that sees it late has a span that
   is too long or too short, and still holds its time. */
static _Atomic uint64_t monotonic_start;

/* What the epoch is ahead of the monotonic clock, in nanoseconds. Written once, before the hook is set. */
static uint64_t epoch_offset;

enum { NANOS = 1000000000 };

/* The coarse clock doesn't leave the vDSO's page and is exact to some milliseconds. */
static uint64_t nanos(clockid_t clock) {
  struct timespec now;
  return clock_gettime(clock, &now) == 0 ? (uint64_t)now.tv_sec * NANOS + (uint64_t)now.tv_nsec : 0;
}

void births_start(void) {
  if (allocator_flag("opt.prof_accum", false)) {
    return;
  }
  epoch_offset = nanos(CLOCK_REALTIME) - nanos(CLOCK_MONOTONIC);
  atomic_store_explicit(&monotonic_start, nanos(CLOCK_MONOTONIC), memory_order_relaxed);
}

void births_restart(void) {
  if (atomic_load_explicit(&monotonic_start, memory_order_relaxed) != 0) {
    atomic_store_explicit(&monotonic_start, nanos(CLOCK_MONOTONIC), memory_order_relaxed);
  }
}

uint64_t births_word_at(uint64_t start, uint64_t elapsed) {
  uint64_t width = 0;
  while (width < BIRTHS_LONGEST && elapsed >> (width + 5) > 0) {
    width++;
  }
  uint64_t begin = start + (elapsed >> width << width);
  return BIRTHS_WORD | width << 40 | (begin & ((UINT64_C(1) << 40) - 1));
}

uint64_t births_word(void) {
  uint64_t start = atomic_load_explicit(&monotonic_start, memory_order_relaxed);
  if (start == 0) {
    return 0;
  }
  uint64_t now = nanos(CLOCK_MONOTONIC_COARSE);
  uint64_t elapsed = now > start ? (now - start) / NANOS : 0;
  return births_word_at((start + epoch_offset) / NANOS, elapsed);
}
