/* Where the code of loaded objects lies, so that the hook can recognise jemalloc's frames and our own by address. */

#include "objects.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct search {
  struct code_ranges *code;
  uintptr_t address;
  bool first; /* the first object that dl_iterate_phdr shows is the program itself */
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

bool objects_path(uintptr_t address, char path[PATH_MAX]) {
  Dl_info object;
  if (dladdr((void *)address, &object) == 0 || object.dli_fname == NULL) {
    return false;
  }
  if (realpath(object.dli_fname, path) != NULL) {
    return true;
  }
  /* The program's name is what it was called by, which need not lead to it from here; a library's file may be gone. */
  return strchr(object.dli_fname, '/') == NULL ? realpath("/proc/self/exe", path) != NULL
                                               : snprintf(path, PATH_MAX, "%s", object.dli_fname) < PATH_MAX;
}

bool objects_is_stub(const void *function) {
  Dl_info object;
  const ElfW(Sym) *symbol = NULL;
  return dladdr1(function, &object, (void **)(void *)&symbol, RTLD_DL_SYMENT) != 0 && symbol != NULL &&
         symbol->st_shndx == SHN_UNDEF;
}
