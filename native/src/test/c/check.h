#ifndef JEMSCOPE_TEST_CHECK_H
#define JEMSCOPE_TEST_CHECK_H

#include <stdio.h>
#include <stdlib.h>

/* Ends the test with the failed condition and its place. */
#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                                          \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

#endif
