/* What became of each sample: a profile has to say what it doesn't know. */

#include "counters.h"

#include <stdatomic.h>

#include "frames.h"

static const char *const names[COUNTERS] = {
    [COUNTER_SAMPLES] = "samples",
    [COUNTER_JAVA] = "samples.java",
    [COUNTER_JAVA_FIRST] = "samples.java.first",
    [COUNTER_THREAD_NATIVE] = "samples.thread.native",
    [COUNTER_THREAD_STARTING] = "samples.thread.starting",
    [COUNTER_GC] = "samples.gc",
    [COUNTER_EMPTY] = "samples.empty",
    [COUNTER_FAILED_NO_CLASS_LOAD] = "samples.failed.no_class_load",
    [COUNTER_FAILED_UNKNOWN_NOT_JAVA] = "samples.failed.unknown_not_java",
    [COUNTER_FAILED_NOT_WALKABLE_NOT_JAVA] = "samples.failed.not_walkable_not_java",
    [COUNTER_FAILED_UNKNOWN_JAVA] = "samples.failed.unknown_java",
    [COUNTER_FAILED_NOT_WALKABLE] = "samples.failed.not_walkable",
    [COUNTER_FAILED_UNKNOWN_STATE] = "samples.failed.unknown_state",
    [COUNTER_FAILED_EXITING] = "samples.failed.exiting",
    [COUNTER_FAILED_DEOPT] = "samples.failed.deopt",
    [COUNTER_FAILED_SAFEPOINT] = "samples.failed.safepoint",
    [COUNTER_FAILED_OTHER] = "samples.failed.other",
    [COUNTER_CUT] = "samples.cut",
    [COUNTER_FRAMES] = "frames",
    [COUNTER_FRAMES_CAPACITY] = "frames.capacity",
    [COUNTER_FRAMES_DROPPED] = "frames.dropped",
    [COUNTER_FRAMES_LOST] = "frames.lost",
    [COUNTER_THREADS_UNNAMED] = "threads.unnamed",
};

/* relaxed throughout: each is a figure on its own, none says anything about other memory. */
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

const char *counters_name(enum counter counter) { return names[counter]; }
