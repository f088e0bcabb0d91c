#ifndef JEMSCOPE_UNBIAS_H
#define JEMSCOPE_UNBIAS_H

#include <stddef.h>
#include <stdint.h>

/*
 * A reader of heap_v2 scales each line by the probability with which a block of the line's mean size is sampled. For
 * blocks of different sizes that is too little, by up to an eighth of the bytes. So, as jemalloc does, each sample is
 * scaled by its own size, and a line has the counts from which readers compute the sums of that.
 */

/* Sums of scaled samples, in 1/256: the difference of two is exact. */
struct unbiased {
  uint64_t objects;
  uint64_t bytes;
};

/* A sample of that size at a rate of one byte in 2^lg. */
struct unbiased unbias(size_t bytes, unsigned lg);

/* What to write for such a sum; for one that isn't zero at least one object of one byte. */
void unbias_counts(const struct unbiased *sum, unsigned lg, uint64_t *objects, uint64_t *bytes);

#endif
