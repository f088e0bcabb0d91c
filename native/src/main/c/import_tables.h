#ifndef JEMSCOPE_IMPORT_TABLES_H
#define JEMSCOPE_IMPORT_TABLES_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The tables (GOT) by which loaded objects call each other's functions. While they are open, those of all objects but
 * this library lead to replacements.
 */

typedef void import_function(void);

struct import {
  const char *name;
  import_function *replacement;
  import_function **real; /* where the tables lead without the replacement; NULL if the process has no such function */
  import_function *stub;  /* of the executable, which stands for the function in other objects; NULL = none */
};

/* Replaces them; errno. The imports must stay where they are. */
int import_tables_open(const struct import *imports, size_t count);

/* Restores what still leads to a replacement. */
void import_tables_close(void);

/* Replaces them in objects that were loaded since the last time, if any; in all objects if thorough, since a function
   that is bound at its first call may be bound over a replacement. Never waits. */
void import_tables_look_again(bool thorough);

/* Around a fork, on its thread: no thread works on the tables meanwhile, nor asks the dynamic linker for that. */
void import_tables_before_fork(void);
void import_tables_after_fork(void);

/* How many objects are left alone, since another allocator or tool has entries of theirs. */
size_t import_tables_foreign(void);

#endif
