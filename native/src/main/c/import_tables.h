#ifndef JEMSCOPE_IMPORT_TABLES_H
#define JEMSCOPE_IMPORT_TABLES_H

#include <limits.h>
#include <link.h>
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
  /* The objects whose entries are replaced; NULL for all. */
  bool (*is_of)(const struct dl_phdr_info *object);
};

/* Replaces them; errno: EACCES if the kernel doesn't let it write a table, ENOSYS if no table leads to the functions.
   Then all tables are as before. The imports must stay where they are. Open tables may be opened again
   with more imports. */
int import_tables_open(const struct import *imports, size_t count);

/* Finds a tool that has put functions of its own into other libraries' tables, open or not: a library that doesn't
   export the functions, as an allocator does.

   path: of that library.
   Returns how many libraries' tables lead there; 0 if there is no such tool. */
size_t import_tables_tool(const struct import *imports, size_t count, char path[PATH_MAX]);

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
