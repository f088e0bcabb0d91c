#ifndef JEMSCOPE_TEST_THREAD_LOCALS_H
#define JEMSCOPE_TEST_THREAD_LOCALS_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

typedef int *variable_function(void);

/* Loads the libraries made from thread_local.c; returns the last one's function. */
static inline variable_function *load_thread_locals(const char *folder) {
  enum { LIBRARIES = 25 }; /* glibc leaves room for 14 more than there are when a thread starts */
  void *symbol = NULL;
  for (int i = 1; i <= LIBRARIES; i++) {
    char path[4096];
    snprintf(path, sizeof(path), "%s/%d.so", folder, i);
    void *library = dlopen(path, RTLD_NOW);
    CHECK(library != NULL);
    symbol = dlsym(library, "thread_local_variable");
    CHECK(symbol != NULL);
  }
  variable_function *function;
  memcpy(&function, &symbol, sizeof(function));
  return function;
}

/* Uses the variable, which resizes this thread's table of such variables, and then checks the heap. */
static inline void use_thread_local(variable_function *variable) {
  enum { LARGEST = 2048, STEP = 16, BLOCKS = 64 };
  *variable() = 1;
  for (size_t size = STEP; size <= LARGEST; size += STEP) {
    void *blocks[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
      blocks[i] = malloc(size);
      for (int j = 0; j < i; j++) {
        CHECK(blocks[i] != blocks[j]); /* a block that was freed twice is given out twice */
      }
    }
    for (int i = 0; i < BLOCKS; i++) {
      free(blocks[i]);
    }
  }
}

#endif
