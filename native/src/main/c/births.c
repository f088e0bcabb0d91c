/* The times of allocation in the stacks; see births.h. */

#include "births.h"

#include <stdatomic.h>
#include <time.h>

#include "allocator.h"

/* Nanoseconds of the monotonic clock, 0 = no births, and seconds of the epoch at that moment. Both relaxed: a sample that
   sees one of them late has a birth that is a little wrong. */
static _Atomic uint64_t monotonic_start;
static _Atomic uint64_t epoch_start;

enum { NANOS = 1000000000 };

/* The coarse clocks don't leave the vDSO's page and are exact to some milliseconds. */
static uint64_t nanos(clockid_t clock) {
  struct timespec now;
  return clock_gettime(clock, &now) == 0 ? (uint64_t)now.tv_sec * NANOS + (uint64_t)now.tv_nsec : 0;
}

void births_start(void) {
  if (allocator_flag("opt.prof_accum", false)) {
    return;
  }
  uint64_t now = nanos(CLOCK_MONOTONIC_COARSE);
  atomic_store_explicit(&epoch_start, nanos(CLOCK_REALTIME_COARSE) / NANOS, memory_order_relaxed);
  atomic_store_explicit(&monotonic_start, now > 0 ? now : 1, memory_order_relaxed);
}

void births_restart(void) {
  if (atomic_load_explicit(&monotonic_start, memory_order_relaxed) != 0) {
    births_start();
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
  return births_word_at(atomic_load_explicit(&epoch_start, memory_order_relaxed), elapsed);
}
