#ifndef JEMSCOPE_THREAD_NAMES_H
#define JEMSCOPE_THREAD_NAMES_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The threads' names in the profiles of our own sampler. Equal names have one number, and numbers are never reused:
 * samples outlive their threads. All of it lies outside malloc.
 */

/* How many names there are room for. Their numbers begin with 1. */
enum { THREAD_NAMES = 65536 };

/* Maps the memory; false without it. */
bool thread_names_open(void);

/* After thread_names_open: the number of a name, made printable; 0 if it is empty, or if there is no room for it. The
   caller must not be interrupted by a call of its own thread. */
uint16_t thread_names_number(const char *name);

/* The name of a number; "" for 0. */
const char *thread_names_text(uint16_t number);

/* In a child, whose parent's other threads may have held the lock. */
void thread_names_after_fork(void);

#endif
