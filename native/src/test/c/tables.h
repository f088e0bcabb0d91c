#ifndef JEMSCOPE_TEST_TABLES_H
#define JEMSCOPE_TEST_TABLES_H

#include <link.h>
#include <stdbool.h>
#include <string.h>

#include "check.h"

/* The import tables of loaded objects: what the linker wrote, and what it writes when a function is first called. */
struct tables {
  char bytes[1 << 18];
  size_t length;
};

struct tables_of {
  struct tables *tables;
  const char *name;
  void *base;
};

static inline void tables_add(struct tables *tables, const void *from, size_t bytes) {
  CHECK(tables->length + bytes <= sizeof(tables->bytes));
  memcpy(tables->bytes + tables->length, from, bytes);
  tables->length += bytes;
}

static inline int tables_look(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size;
  struct tables_of *of = argument;
  const char *end = strrchr(info->dlpi_name, '/');
  if (end == NULL || strcmp(end + 1, of->name) != 0) {
    return 0;
  }
  of->base = (void *)info->dlpi_addr;
  const ElfW(Dyn) *dynamic = NULL;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type == PT_GNU_RELRO && of->tables != NULL) {
      tables_add(of->tables, (const void *)(info->dlpi_addr + header->p_vaddr), header->p_memsz);
    } else if (header->p_type == PT_DYNAMIC) {
      dynamic = (const ElfW(Dyn) *)(info->dlpi_addr + header->p_vaddr);
    }
  }
  const void *bound_late = NULL;
  size_t relocation_bytes = 0;
  for (; dynamic != NULL && dynamic->d_tag != DT_NULL; dynamic++) {
    bound_late = dynamic->d_tag == DT_PLTGOT ? (const void *)dynamic->d_un.d_ptr : bound_late;
    relocation_bytes = dynamic->d_tag == DT_PLTRELSZ ? dynamic->d_un.d_val : relocation_bytes;
  }
  if (bound_late != NULL && of->tables != NULL) {
    enum { LINKERS_OWN = 3 };
    tables_add(of->tables, bound_late, (LINKERS_OWN + relocation_bytes / sizeof(ElfW(Rela))) * sizeof(void *));
  }
  return 1;
}

/* Where the object lies; NULL if it isn't loaded. */
static inline void *tables_base(const char *name) {
  struct tables_of of = {NULL, name, NULL};
  dl_iterate_phdr(tables_look, &of);
  return of.base;
}

static inline void tables_copy_all(struct tables *tables, const char *const *names, size_t count) {
  tables->length = 0;
  for (size_t i = 0; i < count; i++) {
    struct tables_of of = {tables, names[i], NULL};
    CHECK(dl_iterate_phdr(tables_look, &of) == 1);
  }
}

static inline void tables_copy(struct tables *tables, const char *name) { tables_copy_all(tables, &name, 1); }

static inline bool tables_equal(const struct tables *one, const struct tables *other) {
  return one->length == other->length && memcmp(one->bytes, other->bytes, one->length) == 0;
}

#endif
