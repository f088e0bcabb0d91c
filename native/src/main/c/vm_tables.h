#ifndef JEMSCOPE_VM_TABLES_H
#define JEMSCOPE_VM_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* HotSpot's table of its own types' fields: where it begins, and where these stand in an entry. */
struct vm_tables {
  uint64_t first, stride;
  uint64_t type, field, address, offset;
};

/* libjvm is from dlopen; false if it has no such tables. */
bool vm_tables_open(void *libjvm, struct vm_tables *tables);

/* Where the field stands in its object, or -1. */
ptrdiff_t vm_tables_offset(const struct vm_tables *tables, const char *type, const char *field);

/* Where the static field stands, or NULL. */
const uintptr_t *vm_tables_static(const struct vm_tables *tables, const char *type, const char *field);

#endif
