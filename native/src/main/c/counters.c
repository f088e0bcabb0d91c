/* What became of the samples: a profile states what it doesn't know. */

#include "counters.h"

#include <stdatomic.h>

#include "frames.h"

#define NAME(id, name) name,
static const char *const names[COUNTERS] = {COUNTERS_EACH(NAME)};

/* relaxed throughout: each is a figure on its own and orders no other memory. */
static _Atomic uint64_t values[COUNTERS];

void counters_add(enum counter counter) { atomic_fetch_add_explicit(&values[counter], 1, memory_order_relaxed); }

uint64_t counters_read(enum counter counter) {
  if (counter == COUNTER_FRAMES) {
    return frames_count() - FRAMES_RESERVED;
  }
  if (counter == COUNTER_FRAMES_CAPACITY) {
    return FRAMES_CAPACITY - FRAMES_RESERVED;
  }
  return atomic_load_explicit(&values[counter], memory_order_relaxed);
}

void counters_restart(void) {
  for (int i = 0; i < COUNTERS; i++) {
    atomic_store_explicit(&values[i], 0, memory_order_relaxed);
  }
}

const char *counters_name(enum counter counter) { return names[counter]; }
