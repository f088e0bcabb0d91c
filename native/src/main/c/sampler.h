#ifndef JEMSCOPE_SAMPLER_H
#define JEMSCOPE_SAMPLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "live_samples.h"

/*
 * Jemscope's own sampler, for processes whose malloc can't profile. It puts itself between the program and malloc, and
 * samples as jemalloc does: each byte with the same probability, 1 in 2^lg on average.
 */

typedef void sampler_backtrace(void **stack, unsigned *length, unsigned capacity);

/* Puts the sampler in place; errno: ENOTSUP without an unwinder or with a kernel before 4.14, EBUSY if another tool is
   in place (also when this one already is), and those of import_tables_open. Nothing is sampled yet. */
int sampler_open(void);

/* The library of the tool that was in the way of the last sampler_open, and how many libraries call it for malloc; NULL
   if none was. */
const char *sampler_tool(size_t *objects);

/* Takes it out again: the import tables are as they were, and all samples are forgotten. */
void sampler_close(void);

bool sampler_is_open(void);

/* Whether allocations are sampled. What was sampled is watched until it is freed in any case. */
void sampler_set_active(bool active);
bool sampler_is_active(void);

/* Whether the calling thread's are; returns what it was before. */
bool sampler_set_thread(bool sampled);
bool sampler_thread_is_sampled(void);

/* The calling thread's name in profiles; "" for none: then it is the system's. False without room for the name. */
bool sampler_name_thread(const char *name);
const char *sampler_thread_name(void);

/* One byte in 2^lg from now on; forgets all samples. */
void sampler_reset(unsigned lg);
unsigned sampler_lg(void);

/* Drops the samples of blocks whose free went unseen, as far as their allocator shows it. */
void sampler_sweep(void);

/* Whether memory that libraries map themselves is counted, too; see mappings.h. At any time. */
void sampler_count_mappings(bool on);

/* As live_samples_each. */
bool sampler_each(live_show *show, void *sink);

/* Whether the calling thread is in a signal's handler that has interrupted the sampler. */
bool sampler_is_interrupted(void);

/*
 * Around a fork, on its thread, if the child is to be sampled like its parent; not where the sampler is interrupted.
 * The child forgets its parent's samples. Other threads may allocate in between. Without these calls no child is
 * sampled.
 */
void sampler_before_fork(void);
void sampler_after_fork(bool is_child);

/* What finds the stacks: the unwinder unless a hook was set. */
sampler_backtrace *sampler_hook(void);
void sampler_set_hook(sampler_backtrace *hook);

/*
 * For memory that isn't malloc's. The first takes bytes off the thread's countdown: whether one of them is sampled, and
 * the place of the first one. The next draws the distance to the one after a place.
 */
bool sampler_is_due(size_t bytes, uint64_t *first);
uint64_t sampler_draw(void);

/* Marks the thread as busy with the sampler's own work; false if it is already. */
bool sampler_enter(void);
void sampler_leave(void);

/* Whether the thread is on a stack that may be too small for a sample. */
bool sampler_has_small_stack(void);

/* Counts a sample outside the table, unless all have been forgotten since the thread's last was due. */
bool sampler_count(size_t bytes, const struct live_stack *stack, struct live_sample *counted);

/* The number of the thread's name. */
uint16_t sampler_thread_number(void);

#endif
