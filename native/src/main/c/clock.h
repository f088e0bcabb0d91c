#ifndef JEMSCOPE_CLOCK_H
#define JEMSCOPE_CLOCK_H

#include <stdint.h>

/* Now, in milliseconds of the epoch. */
int64_t clock_epoch_millis(void);

/* When this process started, in milliseconds of the epoch; 0 where /proc doesn't say. */
int64_t clock_program_start(void);

#endif
