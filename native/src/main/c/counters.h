#ifndef JEMSCOPE_COUNTERS_H
#define JEMSCOPE_COUNTERS_H

#include <stdint.h>

/* What became of the samples. The order is that of the symbols file and of the Java side's counterNames(). */
enum counter {
  COUNTER_SAMPLES,
  COUNTER_JAVA,
  COUNTER_JAVA_FIRST,
  COUNTER_THREAD_NATIVE,
  COUNTER_THREAD_STARTING,
  COUNTER_GC,
  COUNTER_EMPTY,
  COUNTER_FAILED_NO_CLASS_LOAD,
  COUNTER_FAILED_UNKNOWN_NOT_JAVA,
  COUNTER_FAILED_NOT_WALKABLE_NOT_JAVA,
  COUNTER_FAILED_UNKNOWN_JAVA,
  COUNTER_FAILED_NOT_WALKABLE,
  COUNTER_FAILED_UNKNOWN_STATE,
  COUNTER_FAILED_EXITING,
  COUNTER_FAILED_DEOPT,
  COUNTER_FAILED_SAFEPOINT,
  COUNTER_FAILED_OTHER,
  COUNTER_CUT,
  COUNTER_FRAMES,
  COUNTER_FRAMES_CAPACITY,
  COUNTER_FRAMES_DROPPED,
  COUNTER_FRAMES_LOST,
  COUNTER_THREADS_UNNAMED,
  COUNTERS
};

/* Adds one; safe in the hook. */
void counters_add(enum counter counter);

/* The value now. The counters are read one by one, while samples go on. */
uint64_t counters_read(enum counter counter);

/* The counter's key in a symbols file. */
const char *counters_name(enum counter counter);

#endif
