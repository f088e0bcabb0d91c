/* HotSpot's tables of its own types and fields (gHotSpotVMStructs): so no layout is compiled in. */

#include "vm_tables.h"

#include <dlfcn.h>
#include <string.h>

static bool read_word(void *libjvm, const char *name, uint64_t *word) {
  const uint64_t *symbol = dlsym(libjvm, name);
  if (symbol != NULL) {
    *word = *symbol;
  }
  return symbol != NULL;
}

bool vm_tables_open(void *libjvm, struct vm_tables *tables) {
  return read_word(libjvm, "gHotSpotVMStructs", &tables->first) && tables->first != 0 &&
         read_word(libjvm, "gHotSpotVMStructEntryArrayStride", &tables->stride) && tables->stride > 0 &&
         read_word(libjvm, "gHotSpotVMStructEntryTypeNameOffset", &tables->type) &&
         read_word(libjvm, "gHotSpotVMStructEntryFieldNameOffset", &tables->field) &&
         read_word(libjvm, "gHotSpotVMStructEntryOffsetOffset", &tables->offset) &&
         read_word(libjvm, "gHotSpotVMStructEntryAddressOffset", &tables->address);
}

static const char *text_at(const char *entry, uint64_t offset) {
  const char *text;
  memcpy(&text, entry + offset, sizeof(text));
  return text;
}

static const char *find_field(const struct vm_tables *tables, const char *type, const char *field) {
  const char *entry = (const char *)(uintptr_t)tables->first;
  for (; text_at(entry, tables->type) != NULL; entry += tables->stride) {
    const char *name = text_at(entry, tables->field);
    if (name != NULL && strcmp(text_at(entry, tables->type), type) == 0 && strcmp(name, field) == 0) {
      return entry;
    }
  }
  return NULL;
}

const uintptr_t *vm_tables_static(const struct vm_tables *tables, const char *type, const char *field) {
  const char *entry = find_field(tables, type, field);
  const uintptr_t *address = NULL;
  if (entry != NULL) {
    memcpy(&address, entry + tables->address, sizeof(address));
  }
  return address;
}

ptrdiff_t vm_tables_offset(const struct vm_tables *tables, const char *type, const char *field) {
  const char *entry = find_field(tables, type, field);
  uint64_t offset;
  if (entry == NULL) {
    return -1;
  }
  memcpy(&offset, entry + tables->offset, sizeof(offset));
  return (ptrdiff_t)offset;
}
