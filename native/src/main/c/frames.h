#ifndef JEMSCOPE_FRAMES_H
#define JEMSCOPE_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

enum {
  FRAMES_CAPACITY = 1 << 20,
  /* Stand-ins for frames without a number of their own, so that a stack keeps its shape. */
  FRAME_WITHOUT_METHOD = 0,
  FRAME_DROPPED = 1,
  FRAMES_RESERVED = 2
};

/* A place in a method. method is a jmethodID, kept as a number because it must not be dereferenced here. */
struct frame_key {
  uintptr_t method;
  int32_t bytecode;
};

/* Maps the table; false without memory. Call once, before the hook is set. */
bool frames_open(void);

/* The frame's number; safe in the hook: no lock, no allocation, a bounded number of steps. */
uint32_t frames_number(struct frame_key key);

/* How many numbers are taken, the reserved ones among them. */
uint32_t frames_count(void);

/* The frame with that number; false while it is reserved or still being written. */
bool frames_get(uint32_t number, struct frame_key *key);

#endif
