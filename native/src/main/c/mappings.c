/*
 * The sampled mappings by address. A program may unmap any part of them, so each keeps the place of its first sampled
 * byte: a part that has this byte stays sampled, a part before it isn't, and for a part behind it the next sampled byte
 * is drawn. So whatever is left of a mapping is sampled as if it had been mapped alone, and figures stay unbiased.
 *
 * Without samples a call costs a load and a branch more. With samples the lock is held during a call that unmaps some
 * of one: the address may belong to another thread as soon as the call returns, and that thread's sample must come
 * after. Only the owner of a range unmaps it, so a range without samples gets none meanwhile.
 */

#include "mappings.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "live_samples.h"
#include "region.h"
#include "sampler.h"

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif
#ifndef MREMAP_DONTUNMAP
#define MREMAP_DONTUNMAP 4
#endif

enum { CAPACITY = 128, MOST_MAPPINGS = 1 << 20 };

struct mappings_functions mappings_real;

/* Relaxed, both. A forked child finds them zeroed, and so never takes the lock. */
struct state {
  _Atomic bool counts;
  _Atomic size_t samples; /* written with the lock held */
};

/* Written in mappings_open before the import tables. */
static struct state *state;
static uintptr_t page_bytes;
static uintptr_t allocator_code;
static _Atomic bool wanted;

struct mapping {
  uintptr_t start;
  uintptr_t end;
  uintptr_t first; /* the first sampled byte */
  uint32_t stack;
  uint32_t lg; /* of the rate */
};

/* With the lock held. The highest address first: the kernel gives out falling addresses, so a new one is the last. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct mapping *mappings;
static size_t count;

void mappings_switch(bool on) {
  atomic_store_explicit(&wanted, on, memory_order_relaxed);
  if (state != NULL) {
    atomic_store_explicit(&state->counts, on, memory_order_relaxed);
  }
}

bool mappings_are_counted(void) { return atomic_load_explicit(&wanted, memory_order_relaxed); }

bool mappings_open(uintptr_t allocator) {
  if (state == NULL) {
    page_bytes = (uintptr_t)sysconf(_SC_PAGESIZE);
    allocator_code = allocator;
    struct state *memory = region_map(sizeof(*memory));
    mappings = region_reserve_only(MOST_MAPPINGS * sizeof(*mappings));
    if (memory == NULL || mappings == NULL || madvise(memory, sizeof(*memory), MADV_WIPEONFORK) != 0) {
      return false;
    }
    state = memory;
  }
  mappings_switch(mappings_are_counted());
  return true;
}

static bool has_code(const struct dl_phdr_info *object, uintptr_t address) {
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &object->dlpi_phdr[i];
    uintptr_t start = object->dlpi_addr + header->p_vaddr;
    if (header->p_type == PT_LOAD && address >= start && address - start < header->p_memsz) {
      return true;
    }
  }
  return false;
}

bool mappings_count_of(const struct dl_phdr_info *object) {
  const char *slash = strrchr(object->dlpi_name, '/');
  bool is_jvm = strcmp(slash == NULL ? object->dlpi_name : slash + 1, "libjvm.so") == 0;
  return !is_jvm && !has_code(object, allocator_code) && !has_code(object, (uintptr_t)mappings_real.map);
}

/* --- the list; with the lock held --- */

/* The index of the first mapping that begins before an address. */
static size_t index_below(uintptr_t address) {
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (mappings[middle].start < address) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/* The mapping with the highest address of those that have a byte of a range; NULL if none has. */
static struct mapping *last_within(uintptr_t from, uintptr_t to) {
  size_t index = index_below(to);
  return index < count && mappings[index].end > from ? &mappings[index] : NULL;
}

static void set_count(size_t fresh) {
  count = fresh;
  atomic_store_explicit(&state->samples, fresh, memory_order_relaxed);
}

static struct live_sample sample_of(const struct mapping *mapping) {
  return (struct live_sample){.stack = mapping->stack, .lg = mapping->lg, .bytes = mapping->end - mapping->start};
}

/* One that is counted already. */
static void insert(const struct mapping *mapping) {
  if (count == MOST_MAPPINGS) {
    struct live_sample sample = sample_of(mapping);
    live_samples_drop(&sample);
    live_samples_miss();
    return;
  }
  size_t index = index_below(mapping->start);
  memmove(&mappings[index + 1], &mappings[index], (count - index) * sizeof(*mappings));
  mappings[index] = *mapping;
  set_count(count + 1);
}

static struct mapping extract(struct mapping *place) {
  struct mapping taken = *place;
  size_t behind = (size_t)(mappings + count - (place + 1));
  memmove(place, place + 1, behind * sizeof(*mappings));
  set_count(count - 1);
  return taken;
}

/* Keeps a part of a mapping that was taken out, at another place if it has moved, as far as the part is sampled. */
static void keep_part(const struct mapping *whole, uintptr_t from, uintptr_t to, uintptr_t moved_by) {
  from = from > whole->start ? from : whole->start;
  to = to < whole->end ? to : whole->end;
  if (from >= to || whole->first >= to) {
    return;
  }
  uintptr_t first = whole->first;
  if (first < from) {
    uint64_t distance = sampler_draw();
    if (distance >= to - from) {
      return;
    }
    first = from + distance;
  }
  struct mapping part = {from + moved_by, to + moved_by, first + moved_by, whole->stack, whole->lg};
  struct live_sample sample = sample_of(&part);
  live_samples_count_again(&sample);
  insert(&part);
}

/* A range is unmapped. */
static void cut(uintptr_t from, uintptr_t to) {
  struct mapping *found;
  while ((found = last_within(from, to)) != NULL) {
    struct mapping whole = extract(found);
    struct live_sample sample = sample_of(&whole);
    keep_part(&whole, whole.start, from, 0);
    keep_part(&whole, to, whole.end, 0);
    live_samples_drop(&sample);
  }
}

/* A range has moved, into one without samples. */
static void move(uintptr_t from, uintptr_t to, uintptr_t moved_by) {
  struct mapping *found;
  while ((found = last_within(from, to)) != NULL) {
    struct mapping whole = extract(found);
    struct live_sample sample = sample_of(&whole);
    keep_part(&whole, whole.start, from, 0);
    keep_part(&whole, from, to, moved_by);
    keep_part(&whole, to, whole.end, 0);
    live_samples_drop(&sample);
  }
}

/* --- the calls --- */

static inline size_t whole_pages(size_t size) { return (size + page_bytes - 1) & ~(page_bytes - 1); }

static inline bool has_samples(void) {
  return __builtin_expect(atomic_load_explicit(&state->samples, memory_order_relaxed) != 0, 0);
}

static inline bool is_counting(void) { return atomic_load_explicit(&state->counts, memory_order_relaxed); }

static void unhold(void) {
  pthread_mutex_unlock(&lock);
  sampler_leave();
}

/* Takes the lock if one of two ranges has a byte of a sampled mapping. False also where the sampler itself works. */
static bool hold(uintptr_t one, size_t one_bytes, uintptr_t other, size_t other_bytes) {
  if (!sampler_enter()) {
    return false;
  }
  pthread_mutex_lock(&lock);
  if (last_within(one, one + one_bytes) != NULL || last_within(other, other + other_bytes) != NULL) {
    return true;
  }
  unhold();
  return false;
}

static __attribute__((noinline)) void record(uintptr_t start, size_t bytes, uint64_t first, uintptr_t function) {
  void *words[CAPACITY];
  struct live_stack stack = {words, 0, sampler_thread_number()};
  words[0] = (void *)(function + 1); /* as if it had called: readers look up the address before */
  sampler_hook()(words + 1, &stack.length, CAPACITY - 1);
  stack.length++;
  pthread_mutex_lock(&lock);
  if (last_within(start, start + bytes) != NULL) { /* the end of that one went unseen */
    live_samples_correct();
    cut(start, start + bytes);
  }
  struct live_sample sample;
  if (sampler_count(bytes, &stack, &sample)) {
    insert(&(struct mapping){start, start + bytes, start + first, sample.stack, sample.lg});
  }
  pthread_mutex_unlock(&lock);
}

/* Adds a mapping of which a byte is sampled; the function that mapped it is its stack's innermost. */
static __attribute__((noinline)) void add(uintptr_t start, size_t bytes, uint64_t first, uintptr_t function) {
  int error = errno;
  if (sampler_enter()) {
    if (sampler_has_small_stack()) {
      live_samples_miss();
    } else {
      record(start, bytes, first, function);
    }
    sampler_leave();
  }
  errno = error;
}

static __attribute__((noinline)) void *map_over(void *at, size_t size, int protection, int flags, int file,
                                                off_t offset) {
  uintptr_t from = (uintptr_t)at;
  size_t bytes = whole_pages(size);
  if (!hold(from, bytes, 0, 0)) {
    return mappings_real.map(at, size, protection, flags, file, offset);
  }
  void *mapped = mappings_real.map(at, size, protection, flags, file, offset);
  int error = errno;
  if (mapped != MAP_FAILED) {
    cut(from, from + bytes);
  }
  unhold();
  errno = error;
  return mapped;
}

void *mappings_map(void *at, size_t size, int protection, int flags, int file, off_t offset) {
  size_t bytes = whole_pages(size);
  uint64_t first = 0;
  bool due =
      (flags & MAP_ANONYMOUS) != 0 && (protection & PROT_WRITE) != 0 && is_counting() && sampler_is_due(bytes, &first);
  void *mapped = (flags & MAP_FIXED) != 0 && has_samples()
                     ? map_over(at, size, protection, flags, file, offset)
                     : mappings_real.map(at, size, protection, flags, file, offset);
  if (__builtin_expect(due, 0) && mapped != MAP_FAILED) {
    add((uintptr_t)mapped, bytes, first, (uintptr_t)mappings_real.map);
  }
  return mapped;
}

static __attribute__((noinline)) int unmap_sampled(void *at, size_t size) {
  uintptr_t from = (uintptr_t)at;
  size_t bytes = whole_pages(size);
  if (!hold(from, bytes, 0, 0)) {
    return mappings_real.unmap(at, size);
  }
  int result = mappings_real.unmap(at, size);
  int error = errno;
  if (result == 0) {
    cut(from, from + bytes);
  }
  unhold();
  errno = error;
  return result;
}

int mappings_unmap(void *at, size_t size) {
  return has_samples() ? unmap_sampled(at, size) : mappings_real.unmap(at, size);
}

/* A line of the kernel's list of mappings: proc(5). */
struct line {
  enum { START, END, PROTECTION, OFFSET, DEVICE, INODE, NAME } field;
  uintptr_t start;
  uintptr_t end;
  bool is_writable;
  bool is_private;
  bool has_file;
};

/* Reads a character; whether the line is known up to its name. */
static bool read_character(struct line *line, char c) {
  bool ends_field = c == ' ' || c == '\n' || (c == '-' && line->field == START);
  bool is_known = ends_field && line->field == INODE;
  if (ends_field) {
    line->field += line->field < NAME ? 1 : 0;
  } else if (line->field <= END) {
    uintptr_t *number = line->field == START ? &line->start : &line->end;
    *number = *number << 4 | (uintptr_t)(c <= '9' ? c - '0' : c - 'a' + 10);
  } else if (line->field == PROTECTION) {
    line->is_writable |= c == 'w';
    line->is_private |= c == 'p';
  } else if (line->field == INODE) {
    line->has_file |= c != '0';
  }
  return is_known;
}

/* Whether an address is in a private writable mapping without a file. */
static bool is_private_memory(uintptr_t address) {
  int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  char buffer[1024];
  struct line line = {.field = START};
  bool found = false;
  ssize_t length = maps < 0 ? 0 : read(maps, buffer, sizeof(buffer));
  while (!found && length > 0) {
    for (ssize_t i = 0; i < length && !found; i++) {
      found = read_character(&line, buffer[i]) && address >= line.start && address < line.end;
      if (buffer[i] == '\n' && !found) {
        line = (struct line){.field = START};
      }
    }
    length = found ? 0 : read(maps, buffer, sizeof(buffer));
  }
  if (maps >= 0) {
    close(maps);
  }
  return found && line.is_writable && line.is_private && !line.has_file;
}

/* With the lock held, after the call. */
static void follow(uintptr_t from, size_t old_bytes, size_t new_bytes, uintptr_t to) {
  if (new_bytes < old_bytes) {
    cut(from + new_bytes, from + old_bytes);
  }
  if (to != from) {
    cut(to, to + new_bytes);
    move(from, from + (new_bytes < old_bytes ? new_bytes : old_bytes), to - from);
  }
}

/* What it adds counts as a mapping of its own, since the old bytes keep the line that mapped them. */
void *mappings_remap(void *at, size_t old_size, size_t new_size, int flags, ...) {
  void *target = NULL;
  if ((flags & (MREMAP_FIXED | MREMAP_DONTUNMAP)) != 0) {
    va_list rest;
    va_start(rest, flags);
    target = va_arg(rest, void *);
    va_end(rest);
  }
  uintptr_t from = (uintptr_t)at;
  size_t old_bytes = whole_pages(old_size);
  size_t new_bytes = whole_pages(new_size);
  uint64_t first = 0;
  bool due = new_bytes > old_bytes && is_counting() && sampler_is_due(new_bytes - old_bytes, &first);
  size_t replaced_bytes = (flags & MREMAP_FIXED) != 0 ? new_bytes : 0;
  bool is_held = has_samples() && hold(from, old_bytes, (uintptr_t)target, replaced_bytes);
  void *mapped = mappings_real.remap(at, old_size, new_size, flags, target);
  int error = errno;
  if (is_held) {
    if (mapped != MAP_FAILED) {
      follow(from, old_bytes, new_bytes, (uintptr_t)mapped);
    }
    unhold();
  }
  uintptr_t added = (uintptr_t)mapped + old_bytes;
  if (due && mapped != MAP_FAILED && !sampler_has_small_stack() && is_private_memory(added)) {
    add(added, new_bytes - old_bytes, first, (uintptr_t)mappings_real.remap);
  }
  errno = error;
  return mapped;
}

void mappings_clear(void) {
  if (state == NULL || !sampler_enter()) {
    return;
  }
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < count; i++) {
    struct live_sample sample = sample_of(&mappings[i]);
    live_samples_drop(&sample);
  }
  set_count(0);
  unhold();
}

void mappings_after_fork_in_child(void) {
  lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  if (state != NULL) {
    set_count(0);
    mappings_switch(mappings_are_counted());
  }
}
