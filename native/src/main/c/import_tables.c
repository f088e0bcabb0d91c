/*
 * An object's relocations name the entries of its table and the functions that they lead to. An entry is replaced only
 * if it holds what the linker has put there: the real function, or, where functions are bound at their first call, the
 * object's own stub for it. Everything happens within dl_iterate_phdr, so no object is unloaded meanwhile. What the
 * entries held is kept to be put back; a record is valid only as long as its entry still leads to the replacement.
 */

#include "import_tables.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "region.h"

#if defined(__aarch64__)
enum { JUMP_SLOT = 1026, GLOBAL_DATA = 1025, ADDRESS = 257 };
#else
enum { JUMP_SLOT = 7, GLOBAL_DATA = 6, ADDRESS = 1 };
#endif

/* With the lock held, all of these. Each thread that has it may be inside the linker, which never waits for it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const struct import *imports;
static size_t import_count;
static unsigned long long seen_loads; /* when all objects were looked at */
static unsigned long long loads;
static unsigned long long seen_unloads; /* when the records of unloaded objects were dropped */
static unsigned long long unloads;
static size_t skipped; /* objects that were being loaded then */
static uintptr_t page_bytes;

/* Since glibc 2.35: 0 for an address in an object whose relocations are done. */
static int (*find_loaded)(void *address, void *found);

struct record {
  uintptr_t *entry;
  uintptr_t original;
  bool is_there; /* its object was seen in the last walk that looked */
};
static struct region records;
static size_t record_count;
static size_t next_record; /* where a search begins: a walk meets the entries in the same order as the one before */
static size_t written;     /* entries that the last walk wrote */
static size_t refused;     /* entries that the kernel didn't let it write */

/* A library with functions of its own in other libraries' tables that isn't an allocator: the first that the last walk
   met. */
static struct tool {
  uintptr_t base; /* 0 if there is none */
  char path[PATH_MAX];
  size_t objects;  /* with such entries */
  bool is_counted; /* for the object that is being visited */
} tool;

static _Atomic bool is_open;
static _Atomic size_t
    foreign; /* objects that were left alone in the last walk that replaced; written with the lock held */

struct object {
  const struct dl_phdr_info *info;
  const ElfW(Sym) * symbols;
  const char *names;
  const uint32_t *hashes; /* of the functions that it exports */
  const ElfW(Rela) * tables[2];
  size_t counts[2];
};

static bool is_within(const struct dl_phdr_info *info, uintptr_t address, ElfW(Word) flags) {
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    uintptr_t start = info->dlpi_addr + header->p_vaddr;
    if (header->p_type == PT_LOAD && (header->p_flags & flags) == flags && address >= start &&
        address - start < header->p_memsz) {
      return true;
    }
  }
  return false;
}

/* glibc has made most of these pointers absolute; those of a read-only section still count from the object's start. */
static const void *pointer(const struct dl_phdr_info *info, ElfW(Addr) value) {
  uintptr_t address = value < info->dlpi_addr ? info->dlpi_addr + value : value;
  return is_within(info, address, PF_R) ? (const void *)address : NULL;
}

/* False for an object without tables, such as the kernel's. */
static bool read_object(const struct dl_phdr_info *info, struct object *object) {
  *object = (struct object){.info = info};
  const ElfW(Dyn) *entry = NULL;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC) {
      entry = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    }
  }
  size_t bytes[2] = {0, 0};
  bool is_rela = true;
  for (; entry != NULL && entry->d_tag != DT_NULL; entry++) {
    switch (entry->d_tag) {
    case DT_SYMTAB:
      object->symbols = pointer(info, entry->d_un.d_ptr);
      break;
    case DT_STRTAB:
      object->names = pointer(info, entry->d_un.d_ptr);
      break;
    case DT_GNU_HASH:
      object->hashes = pointer(info, entry->d_un.d_ptr);
      break;
    case DT_JMPREL:
      object->tables[0] = pointer(info, entry->d_un.d_ptr);
      break;
    case DT_PLTRELSZ:
      bytes[0] = entry->d_un.d_val;
      break;
    case DT_RELA:
      object->tables[1] = pointer(info, entry->d_un.d_ptr);
      break;
    case DT_RELASZ:
      bytes[1] = entry->d_un.d_val;
      break;
    case DT_PLTREL:
      is_rela = entry->d_un.d_val == DT_RELA;
      break;
    default:
      break;
    }
  }
  for (int i = 0; i < 2; i++) {
    object->counts[i] = object->tables[i] == NULL || !is_rela ? 0 : bytes[i] / sizeof(ElfW(Rela));
  }
  return object->symbols != NULL && object->names != NULL && object->counts[0] + object->counts[1] > 0;
}

/*
 * Whether a word may be written now: 1, 0, or -1 if the kernel doesn't say. The headers don't: a tool may have changed
 * the protection. The kernel is told to OR the word with 0 for a futex that no thread waits for.
 */
static int is_writable(uintptr_t *entry) {
  static uint32_t futex;
  if (syscall(SYS_futex, &futex, FUTEX_WAKE_OP_PRIVATE, 0, 0, entry, FUTEX_OP(FUTEX_OP_OR, 0, FUTEX_OP_CMP_EQ, 0)) >=
      0) {
    return 1;
  }
  return errno == EFAULT ? 0 : -1;
}

/* Writes an entry, whose page is usually read-only by now; false if the kernel forbids it. */
static bool write_entry(const struct object *object, uintptr_t *entry, uintptr_t value) {
  uintptr_t page = (uintptr_t)entry & ~(page_bytes - 1);
  int writable = is_writable(entry);
  int protection = PROT_READ | (is_within(object->info, (uintptr_t)entry, PF_X) ? PROT_EXEC : 0);
  if (writable < 0 || (writable == 0 && mprotect((void *)page, page_bytes, protection | PROT_WRITE) != 0)) {
    return false;
  }
  __atomic_store_n(entry, value, __ATOMIC_RELEASE);
  if (writable == 0) {
    mprotect((void *)page, page_bytes, protection);
  }
  return true;
}

static struct record *all_records(void) { return records.memory; }

static struct record *record_of(const uintptr_t *entry) {
  for (size_t i = 0; i < record_count; i++) {
    size_t place = next_record + i < record_count ? next_record + i : next_record + i - record_count;
    if (all_records()[place].entry == entry) {
      next_record = place + 1 == record_count ? 0 : place + 1;
      return &all_records()[place];
    }
  }
  return NULL;
}

static bool keep_record(uintptr_t *entry, uintptr_t original) {
  struct record *record = record_of(entry); /* of an object that was unloaded, or of an entry that was bound since */
  if (record == NULL) {
    if (!region_reserve(&records, (record_count + 1) * sizeof(*record))) {
      return false;
    }
    record = &all_records()[record_count++];
  }
  *record = (struct record){entry, original, true};
  return true;
}

static const struct import *import_of(const char *name) {
  for (size_t i = 0; i < import_count; i++) {
    if (strcmp(imports[i].name, name) == 0) {
      return &imports[i];
    }
  }
  return NULL;
}

typedef void entry_visitor(const struct object *object, const struct import *import, uintptr_t *entry, bool is_slot);

/* Visits the entries of an object that lead to one of the functions. */
static void each_entry(const struct object *object, entry_visitor *visit) {
  for (int table = 0; table < 2; table++) {
    for (size_t i = 0; i < object->counts[table]; i++) {
      const ElfW(Rela) *relocation = &object->tables[table][i];
      size_t symbol = ELF64_R_SYM(relocation->r_info);
      unsigned long type = ELF64_R_TYPE(relocation->r_info);
      bool is_address = type == ADDRESS && relocation->r_addend == 0;
      if (symbol == 0 || (type != JUMP_SLOT && type != GLOBAL_DATA && !is_address)) {
        continue;
      }
      const struct import *import = import_of(object->names + object->symbols[symbol].st_name);
      uintptr_t *entry = (uintptr_t *)(object->info->dlpi_addr + relocation->r_offset);
      bool is_aligned = (uintptr_t)entry % sizeof(*entry) == 0; /* one of packed data can't be written at once */
      if (import != NULL && is_aligned && is_within(object->info, (uintptr_t)entry, PF_W)) {
        visit(object, import, entry, type == JUMP_SLOT && object->symbols[symbol].st_shndx == SHN_UNDEF);
      }
    }
  }
}

/*
 * An object that was opened with RTLD_DEEPBIND may come to a malloc of a library of its own. A stub doesn't show that,
 * so where there is a second malloc, entries are left until they are bound.
 */
static bool has_second_allocator;

static void replace(const struct object *object, const struct import *import, uintptr_t *entry, bool is_slot) {
  uintptr_t value = __atomic_load_n(entry, __ATOMIC_ACQUIRE);
  uintptr_t ours = (uintptr_t)import->replacement;
  uintptr_t real = (uintptr_t)*import->real;
  if (import->is_of != NULL && !import->is_of(object->info)) {
    return;
  }
  bool is_stub = is_slot && !has_second_allocator && is_within(object->info, value, PF_X);
  if (value == ours || real == 0 || (value != real && !is_stub) || !keep_record(entry, value)) {
    return;
  }
  if (write_entry(object, entry, ours)) {
    written++;
  } else {
    refused++;
  }
}

/* Finds the record of an entry that still leads to the replacement. */
static void find_record(const struct object *object, const struct import *import, uintptr_t *entry, bool is_slot) {
  (void)object;
  (void)is_slot;
  struct record *record =
      __atomic_load_n(entry, __ATOMIC_ACQUIRE) == (uintptr_t)import->replacement ? record_of(entry) : NULL;
  if (record != NULL) {
    record->is_there = true;
  }
}

static bool exports(const struct object *object, const char *name);

struct search {
  uintptr_t function;
  const char *name;
};

/* An allocator exports the function itself; so may a library whose exports can't be read. The executable's own stubs
   may stand for functions. */
static int find_tool(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size;
  const struct search *search = argument;
  struct object object;
  if (!is_within(info, search->function, PF_X)) {
    return 0;
  }
  bool is_tool = info->dlpi_name[0] != '\0' && read_object(info, &object) && object.hashes != NULL &&
                 !exports(&object, search->name);
  if (is_tool && tool.base == 0) {
    tool.base = info->dlpi_addr;
    snprintf(tool.path, sizeof(tool.path), "%s", info->dlpi_name);
  }
  if (is_tool && tool.base == info->dlpi_addr && !tool.is_counted) {
    tool.objects++;
    tool.is_counted = true;
  }
  return 1;
}

/* Set by find_foreign: another allocator or tool has an entry of this object. */
static bool is_foreign;

static void find_foreign(const struct object *object, const struct import *import, uintptr_t *entry, bool is_slot) {
  (void)is_slot;
  uintptr_t value = __atomic_load_n(entry, __ATOMIC_ACQUIRE);
  bool is_known = value == 0 || value == (uintptr_t)import->replacement || value == (uintptr_t)*import->real ||
                  value == (uintptr_t)import->stub || is_within(object->info, value, PF_X);
  if (!is_known && import->is_of == NULL && strcmp(import->name, "dlsym") != 0) {
    struct search search = {value, import->name};
    is_foreign = true;
    dl_iterate_phdr(find_tool, &search);
  }
}

static void restore(const struct object *object, const struct import *import, uintptr_t *entry, bool is_slot) {
  (void)object;
  (void)is_slot;
  if (__atomic_load_n(entry, __ATOMIC_ACQUIRE) == (uintptr_t)import->replacement) {
    const struct record *record = record_of(entry);
    write_entry(object, entry, record == NULL ? (uintptr_t)*import->real : record->original);
  }
}

static bool is_own_object(const struct dl_phdr_info *info) { return is_within(info, (uintptr_t)&replace, PF_X); }

static bool is_named(const struct dl_phdr_info *info, const char *start) {
  const char *slash = strrchr(info->dlpi_name, '/');
  return strncmp(slash == NULL ? info->dlpi_name : slash + 1, start, strlen(start)) == 0;
}

/* The dynamic linker has its own pointers to malloc. */
static bool is_linker(const struct dl_phdr_info *info) { return is_named(info, "ld-linux"); }

/* An object appears in the walk before its tables are written, and its pages get their protection last. */
static bool is_relocated(const struct dl_phdr_info *info) {
  uint64_t found[16]; /* struct dl_find_object, with all that it may grow to */
  for (int i = 0; find_loaded != NULL && i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type == PT_LOAD && header->p_memsz > 0) {
      return find_loaded((void *)(info->dlpi_addr + header->p_vaddr), found) == 0;
    }
  }
  return true;
}

/* The table of DT_GNU_HASH: four numbers, a Bloom filter, buckets, and a chain of hashes for each bucket. */
static bool exports(const struct object *object, const char *name) {
  if (object->hashes == NULL) {
    return false;
  }
  uint32_t hash = 5381;
  for (const char *c = name; *c != '\0'; c++) {
    hash = hash * 33 + (unsigned char)*c;
  }
  uint32_t bucket_count = object->hashes[0];
  uint32_t first = object->hashes[1];
  uint32_t filter_words = object->hashes[2] * (uint32_t)(sizeof(ElfW(Addr)) / sizeof(uint32_t));
  const uint32_t *buckets = object->hashes + 4 + filter_words;
  const uint32_t *chain = buckets + bucket_count;
  uint32_t symbol = bucket_count == 0 ? 0 : buckets[hash % bucket_count];
  for (bool is_last = symbol < first; !is_last; symbol++) {
    uint32_t found = chain[symbol - first];
    if ((found | 1) == (hash | 1) && strcmp(object->names + object->symbols[symbol].st_name, name) == 0) {
      return object->symbols[symbol].st_shndx != SHN_UNDEF; /* a stub of the executable's is there, too */
    }
    is_last = (found & 1) != 0;
  }
  return false;
}

static int find_second_allocator(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  struct object object;
  bool may_have = !is_own_object(info) && !is_linker(info) && !is_named(info, "libc.so") && read_object(info, &object);
  for (size_t i = 0; may_have && !has_second_allocator && i < import_count; i++) {
    has_second_allocator = strcmp(imports[i].name, "malloc") == 0 &&
                           !is_within(info, (uintptr_t)*imports[i].real, PF_X) && exports(&object, imports[i].name);
  }
  return 0;
}

static int look(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size;
  entry_visitor *const *visit = argument;
  struct object object;
  loads = info->dlpi_adds;
  unloads = info->dlpi_subs;
  if (is_own_object(info) || is_linker(info) || !read_object(info, &object)) {
    return 0;
  }
  if (!is_relocated(info)) {
    skipped++;
    return 0;
  }
  is_foreign = false;
  tool.is_counted = false;
  if (*visit == replace || *visit == find_foreign) {
    each_entry(&object, find_foreign);
  }
  if (is_foreign && *visit == replace) {
    atomic_fetch_add_explicit(&foreign, 1, memory_order_relaxed);
  }
  if (!is_foreign && *visit != find_foreign) {
    each_entry(&object, *visit);
  }
  return 0;
}

static void walk(entry_visitor *visit) {
  skipped = 0;
  tool.base = 0;
  tool.objects = 0;
  dl_iterate_phdr(look, &visit);
}

/* Drops the records of objects that are gone. */
static void drop_old_records(void) {
  for (size_t i = 0; i < record_count; i++) {
    all_records()[i].is_there = false;
  }
  walk(find_record);
  if (skipped > 0) {
    return;
  }
  size_t kept = 0;
  for (size_t i = 0; i < record_count; i++) {
    if (all_records()[i].is_there) {
      all_records()[kept++] = all_records()[i];
    }
  }
  record_count = kept;
  next_record = 0;
  seen_unloads = unloads;
}

static void replace_all(void) {
  atomic_store_explicit(&foreign, 0, memory_order_relaxed);
  has_second_allocator = false;
  dl_iterate_phdr(find_second_allocator, NULL);
  written = refused = 0;
  walk(replace);
  if (skipped == 0) {
    seen_loads = loads;
  }
  if (unloads != seen_unloads) {
    drop_old_records();
  }
}

size_t import_tables_foreign(void) { return atomic_load_explicit(&foreign, memory_order_relaxed); }

/* With the lock held. */
static void prepare(const struct import *replaced, size_t count, void *finder) {
  memcpy(&find_loaded, &finder, sizeof(find_loaded));
  page_bytes = (uintptr_t)sysconf(_SC_PAGESIZE);
  imports = replaced;
  import_count = count;
}

int import_tables_open(const struct import *replaced, size_t count) {
  void *finder = dlsym(RTLD_DEFAULT, "_dl_find_object");
  pthread_mutex_lock(&lock);
  prepare(replaced, count, finder);
  replace_all();
  bool was_open = atomic_load_explicit(&is_open, memory_order_relaxed);
  int error = refused > 0 ? EACCES : written == 0 && !was_open ? ENOSYS : 0;
  if (error != 0) {
    walk(restore);
    record_count = 0;
    next_record = 0;
  }
  atomic_store_explicit(&is_open, error == 0, memory_order_relaxed);
  pthread_mutex_unlock(&lock);
  return error;
}

size_t import_tables_tool(const struct import *replaced, size_t count, char path[PATH_MAX]) {
  void *finder = dlsym(RTLD_DEFAULT, "_dl_find_object");
  pthread_mutex_lock(&lock);
  prepare(replaced, count, finder);
  walk(find_foreign);
  size_t objects = tool.objects;
  memcpy(path, tool.path, PATH_MAX);
  pthread_mutex_unlock(&lock);
  return objects;
}

void import_tables_close(void) {
  pthread_mutex_lock(&lock);
  atomic_store_explicit(&is_open, false, memory_order_relaxed);
  walk(restore);
  record_count = 0;
  next_record = 0;
  pthread_mutex_unlock(&lock);
}

static int count_loads(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size;
  *(unsigned long long *)argument = info->dlpi_adds;
  return 1;
}

void import_tables_look_again(bool thorough) {
  /* Without find_loaded an object that is being loaded can't be told from others. Another thread that has the lock may
     wait for the linker, in which this thread may be. */
  if (!atomic_load_explicit(&is_open, memory_order_relaxed) || find_loaded == NULL ||
      pthread_mutex_trylock(&lock) != 0) {
    return;
  }
  unsigned long long now = 0;
  dl_iterate_phdr(count_loads, &now);
  if ((thorough || now != seen_loads) && atomic_load_explicit(&is_open, memory_order_relaxed)) {
    replace_all();
  }
  pthread_mutex_unlock(&lock);
}

void import_tables_before_fork(void) { pthread_mutex_lock(&lock); }

void import_tables_after_fork(void) { pthread_mutex_unlock(&lock); }
