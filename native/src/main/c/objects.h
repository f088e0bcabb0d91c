#ifndef JEMSCOPE_OBJECTS_H
#define JEMSCOPE_OBJECTS_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

enum { CODE_RANGES = 8 };

/* Where the code of one loaded object lies. */
struct code_ranges {
  struct {
    uintptr_t start, end;
  } range[CODE_RANGES];
  int count;
  bool in_executable; /* the object is the program itself */
};

/* Finds the code of the object that holds the address; none if there is no such object. */
void objects_find(struct code_ranges *code, uintptr_t address);

/* The path of the object that holds the address. */
bool objects_path(uintptr_t address, char path[PATH_MAX]);

/* Whether a function is the executable's own stub for one of another object: an executable at a fixed address may stand
   for a function by its stub. */
bool objects_is_stub(const void *function);

/* Safe in the hook. */
static inline bool objects_contain(const struct code_ranges *code, uintptr_t address) {
  for (int i = 0; i < code->count; i++) {
    if (address >= code->range[i].start && address < code->range[i].end) {
      return true;
    }
  }
  return false;
}

#endif
