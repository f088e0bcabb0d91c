/* The address ranges of loaded objects, taken once so that the hook can tell jemalloc's frames and our own by number.
 */

#include "objects.h"

#include <link.h>
#include <stddef.h>

struct search {
  struct code_ranges *code;
  uintptr_t address;
  bool first; /* the first object that dl_iterate_phdr tells is the program itself */
};

static bool holds(const struct dl_phdr_info *object, uintptr_t address) {
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &object->dlpi_phdr[i];
    uintptr_t start = object->dlpi_addr + header->p_vaddr;
    if (header->p_type == PT_LOAD && address >= start && address - start < header->p_memsz) {
      return true;
    }
  }
  return false;
}

static int look(struct dl_phdr_info *object, size_t size, void *argument) {
  (void)size;
  struct search *search = argument;
  bool is_program = search->first;
  search->first = false;
  if (!holds(object, search->address)) {
    return 0;
  }
  struct code_ranges *code = search->code;
  code->in_executable = is_program;
  for (int i = 0; i < object->dlpi_phnum && code->count < CODE_RANGES; i++) {
    const ElfW(Phdr) *header = &object->dlpi_phdr[i];
    if (header->p_type == PT_LOAD && (header->p_flags & PF_X) != 0) {
      uintptr_t start = object->dlpi_addr + header->p_vaddr;
      code->range[code->count].start = start;
      code->range[code->count].end = start + header->p_memsz;
      code->count++;
    }
  }
  return 1;
}

void objects_find(struct code_ranges *code, uintptr_t address) {
  *code = (struct code_ranges){.count = 0};
  struct search search = {code, address, true};
  dl_iterate_phdr(look, &search);
}
