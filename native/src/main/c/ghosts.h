#ifndef JEMSCOPE_GHOSTS_H
#define JEMSCOPE_GHOSTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Sampled blocks that were freed by calls that the sampler didn't see. glibc's malloc keeps what it knows of a block
 * around it (its chunk), and that shows most of them. Other allocators aren't swept.
 */

/* Before the first sample; the functions are those that allocate. */
void ghosts_open(void *(*allocate)(size_t), void (*release)(void *));

/* What the chunk of a block of the calling thread says of it; 0 if that is not enough to judge it later. */
uint32_t ghosts_mark(const void *block, size_t bytes);

/* Drops the live samples of blocks that are no longer allocated. One caller at a time. */
void ghosts_sweep(void);

/* Around a fork; a child, also of a fork without the call before, closes the pipe of a sweep that its parent is at. */
void ghosts_before_fork(void);
void ghosts_after_fork(void);
void ghosts_after_fork_in_child(void);

/* How many samples the last sweep could not judge: all of another allocator's. */
uint64_t ghosts_unswept(void);

#endif
