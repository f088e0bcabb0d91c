#ifndef JEMSCOPE_VM_TABLES_H
#define JEMSCOPE_VM_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One of the tables that libjvm exports for debuggers: entries of equal size behind each other, the last is empty. */
struct vm_table {
  const char *first;
  uint64_t stride;
};

/* What HotSpot tells of its own layout. */
struct vm_tables {
  struct vm_table fields;
  uint64_t type, field, address, offset; /* where these stand in an entry of fields */
};

/* libjvm as dlopen gave it; false where it has no such tables. */
bool vm_tables_open(void *libjvm, struct vm_tables *tables);

/* Where the field stands in its object, or -1. */
ptrdiff_t vm_tables_offset(const struct vm_tables *tables, const char *type, const char *field);

/* Where the static field stands, or NULL. */
const uintptr_t *vm_tables_static(const struct vm_tables *tables, const char *type, const char *field);

#endif
