#ifndef JEMSCOPE_COUNTERS_H
#define JEMSCOPE_COUNTERS_H

#include <stdint.h>

/* What became of the samples, with the keys of a symbols file and in its order, which is that of counterNames() in
   Java. */
#define COUNTERS_EACH(X)                                                                                               \
  X(SAMPLES, "samples")                                                                                                \
  X(JAVA, "samples.java")                                                                                              \
  X(JAVA_FIRST, "samples.java.first")                                                                                  \
  X(THREAD_NATIVE, "samples.thread.native")                                                                            \
  X(THREAD_STARTING, "samples.thread.starting")                                                                        \
  X(GC, "samples.gc")                                                                                                  \
  X(EMPTY, "samples.empty")                                                                                            \
  X(FAILED_NO_CLASS_LOAD, "samples.failed.no_class_load")                                                              \
  X(FAILED_UNKNOWN_NOT_JAVA, "samples.failed.unknown_not_java")                                                        \
  X(FAILED_NOT_WALKABLE_NOT_JAVA, "samples.failed.not_walkable_not_java")                                              \
  X(FAILED_UNKNOWN_JAVA, "samples.failed.unknown_java")                                                                \
  X(FAILED_NOT_WALKABLE, "samples.failed.not_walkable")                                                                \
  X(FAILED_UNKNOWN_STATE, "samples.failed.unknown_state")                                                              \
  X(FAILED_EXITING, "samples.failed.exiting")                                                                          \
  X(FAILED_DEOPT, "samples.failed.deopt")                                                                              \
  X(FAILED_SAFEPOINT, "samples.failed.safepoint")                                                                      \
  X(FAILED_OTHER, "samples.failed.other")                                                                              \
  X(CUT, "samples.cut")                                                                                                \
  X(FRAMES, "frames")                                                                                                  \
  X(FRAMES_CAPACITY, "frames.capacity")                                                                                \
  X(FRAMES_DROPPED, "frames.dropped")                                                                                  \
  X(FRAMES_LOST, "frames.lost")                                                                                        \
  X(THREADS_UNNAMED, "threads.unnamed")                                                                                \
  X(MEMORY_EXHAUSTED, "memory.exhausted")

#define COUNTERS_ID(id, name) COUNTER_##id,
enum counter { COUNTERS_EACH(COUNTERS_ID) COUNTERS };
#undef COUNTERS_ID

/* Adds one; safe in the hook. */
void counters_add(enum counter counter);

/* The value now. The counters are read one by one while sampling continues. */
uint64_t counters_read(enum counter counter);

/* Counts from 0 again, in a forked child. */
void counters_restart(void);

/* The counter's key in a symbols file. */
const char *counters_name(enum counter counter);

#endif
