/* HotSpot's tables of its own types and fields (gHotSpotVMStructs): so no layout is compiled in. */

#include "vm_tables.h"

#include <dlfcn.h>
#include <string.h>

static bool read_symbol(void *libjvm, const char *name, void *value, size_t size) {
  void *symbol = dlsym(libjvm, name);
  if (symbol == NULL) {
    return false;
  }
  memcpy(value, symbol, size);
  return true;
}

static bool read_number(void *libjvm, const char *name, uint64_t *number) {
  return read_symbol(libjvm, name, number, sizeof(*number));
}

static bool read_table(void *libjvm, const char *name, const char *stride, struct vm_table *table) {
  return read_symbol(libjvm, name, &table->first, sizeof(table->first)) &&
         read_number(libjvm, stride, &table->stride) && table->first != NULL && table->stride > 0;
}

bool vm_tables_open(void *libjvm, struct vm_tables *tables) {
  return read_table(libjvm, "gHotSpotVMStructs", "gHotSpotVMStructEntryArrayStride", &tables->fields) &&
         read_number(libjvm, "gHotSpotVMStructEntryTypeNameOffset", &tables->type) &&
         read_number(libjvm, "gHotSpotVMStructEntryFieldNameOffset", &tables->field) &&
         read_number(libjvm, "gHotSpotVMStructEntryOffsetOffset", &tables->offset) &&
         read_number(libjvm, "gHotSpotVMStructEntryAddressOffset", &tables->address);
}

static const char *text_at(const char *entry, uint64_t offset) {
  const char *text;
  memcpy(&text, entry + offset, sizeof(text));
  return text;
}

static const char *find_field(const struct vm_tables *tables, const char *type, const char *field) {
  const char *entry = tables->fields.first;
  for (; text_at(entry, tables->type) != NULL; entry += tables->fields.stride) {
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
