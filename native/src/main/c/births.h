#ifndef JEMSCOPE_BIRTHS_H
#define JEMSCOPE_BIRTHS_H

#include <stdint.h>

/*
 * When a sample was taken, as the last word of its stack. jemalloc then counts the blocks of one stack by the time of
 * their allocation, so one dump shows how old live memory is, and two dumps show how much of each age was freed.
 */

/* The upper 16 bits. Then 8 bits w and 40 bits s: allocated within 2^w seconds from s seconds of the epoch on. */
#define BIRTHS_WORD UINT64_C(0x4A42000000000000)

/* The longest span, 256 seconds, as w. */
enum { BIRTHS_LONGEST = 8 };

/*
 * Starts the clock: spans are a second at first and grow to a sixteenth of the time since then. Does nothing with
 * opt.prof_accum: jemalloc then keeps every stack for ever, and so one for each span.
 */
void births_start(void);

/* Sampling begins anew, so spans are short again. Does nothing before births_start. */
void births_restart(void);

/* The word for now; 0 before births_start. Safe in the hook. */
uint64_t births_word(void);

/* The word at so many seconds after the start, which was at start seconds of the epoch. */
uint64_t births_word_at(uint64_t start, uint64_t elapsed);

#endif
