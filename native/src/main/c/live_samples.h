#ifndef JEMSCOPE_LIVE_SAMPLES_H
#define JEMSCOPE_LIVE_SAMPLES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unbias.h"

/*
 * The sampled blocks that aren't freed yet, by address, and their stacks. All of it lies outside malloc. Callers must
 * not be interrupted by a call of their own thread: the sampler marks its threads as busy.
 */

enum { FILTER_BYTES = 64 * 1024, FILTER_FULL = 255 };

/* What a forked child finds zeroed: it isn't sampled, and nothing of it is looked up. */
struct live_filter {
  _Atomic uint8_t counts[FILTER_BYTES];
};

/* A counted sample. */
struct live_sample {
  uint32_t stack;
  uint32_t lg; /* of the rate */
  size_t bytes;
};

/* One that was taken out of the table and is still counted. */
struct live_taken {
  struct live_sample sample;
  uint32_t mark;
  uint32_t age; /* how often all samples had been forgotten then */
};

/* Where a block was allocated, and by which thread (see thread_names.h). */
struct live_stack {
  void *const *words;
  unsigned length;
  uint16_t thread;
};

/* A sampled block, and what its allocator said of it. */
struct live_block {
  uintptr_t address;
  uint32_t mark;
};

/* Maps the memory; filter is zeroed memory of the caller's, 2^lg the rate. False without memory. */
bool live_samples_open(struct live_filter *filter, unsigned lg);

static inline size_t live_filter_place(uintptr_t address) {
  return (size_t)((address >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 48);
}

/* Whether the block may be sampled. False is certain; no lock. */
static inline bool live_samples_may_have(const struct live_filter *filter, uintptr_t address) {
  return atomic_load_explicit(&filter->counts[live_filter_place(address)], memory_order_relaxed) != 0;
}

/*
 * Adds a sample, unless the epoch has changed since it was taken: then all samples of that time are forgotten. A sample
 * of the same address is one whose end went unseen: it is replaced, and counted as corrected.
 */
void live_samples_add(const struct live_block *block, size_t bytes, const struct live_stack *stack,
                      const _Atomic uint32_t *epoch, uint32_t taken_in);

/* Counts a sample as without room. */
void live_samples_miss(void);

/* Takes the sample of an address out, if there is one. No lock where there is none. */
bool live_samples_take(uintptr_t address, struct live_taken *taken);

/* The end of a counted sample that isn't in the table. */
void live_samples_drop(const struct live_sample *sample);

/* What was taken was not freed after all: it is watched again, unless all samples were forgotten meanwhile. */
void live_samples_put_back(uintptr_t address, const struct live_taken *taken);

/*
 * Drops the samples of blocks that are judged to be gone, and counts them as corrected. A block is judged, and judged
 * again with the lock held if it seemed gone: then no call that the sampler sees can free it meanwhile.
 */
typedef bool live_judge(void *sink, const struct live_block *block);
void live_samples_sweep(live_judge *is_gone, void *sink);

/* Drops one sample if it is still there and its block judged to be gone, with the lock held. */
void live_samples_drop_if(const struct live_block *block, live_judge *is_gone, void *sink);

/* Forgets all samples of the table; the rate is 2^lg from now on. */
void live_samples_clear(unsigned lg);

/*
 * A sample that isn't in the table, as its end is found otherwise; live_samples_drop ends it. Adds nothing, and returns
 * false, if there is no room, or the epoch has changed as above.
 */
bool live_samples_count(size_t bytes, const struct live_stack *stack, const _Atomic uint32_t *epoch, uint32_t taken_in,
                        struct live_sample *counted);

/* Another sample with the stack of one that is counted. */
void live_samples_count_again(const struct live_sample *sample);

/* Counts one of these as corrected. */
void live_samples_correct(void);

/*
 * In a forked child: it has no samples, and the rate 2^lg; the filter is its caller's to zero. Another thread of the
 * parent may have been at work on them. The lock isn't held across the fork: a handler of another library that runs
 * meanwhile may wait for a thread that waits for the lock.
 */
void live_samples_after_fork_in_child(unsigned lg);

/* What there is, and what was corrected or found no room so far. */
struct live_counts {
  uint64_t objects;
  uint64_t bytes;
  uint64_t corrected;
  uint64_t dropped;
};

/* What of a stack is one thread's. */
struct live_share {
  uint64_t objects;
  uint64_t bytes;
  uint64_t thread;
  struct unbiased unbiased;
};

typedef void live_show(void *sink, void *const *words, unsigned length, const struct live_share *shares,
                       unsigned count);

/* Shows all stacks with live samples, each once and as it is at a moment of the call; false if memory lacks. Samples
   may come and go meanwhile. */
bool live_samples_each(live_show *show, void *sink);

struct live_counts live_samples_counts(void);

#endif
