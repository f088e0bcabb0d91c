/* See sampler_controls.h. */

#include "sampler_controls.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "allocator.h"
#include "glibc.h"
#include "import_tables.h"
#include "malloc_name.h"
#include "region.h"
#include "sampler.h"
#include "thread_names.h"

typedef void dump_hook(const char *path);

enum { LARGEST_LG = 40 };

static _Atomic(dump_hook *) dumped;

/* Held by dumps, and where the rate changes: a dump has one. */
static pthread_mutex_t dumping = PTHREAD_MUTEX_INITIALIZER;

/* What the names of dumps begin with that a caller gives no name: at the start, and now. */
static char first_prefix[PATH_MAX];
static char prefix[PATH_MAX];

/* What a control is read from or written to. */
struct call {
  void *old;
  size_t *old_size;
  const void *fresh;
  size_t fresh_size;
};

/* As jemalloc does, a value of another size is cut, and an error. */
static int give(const struct call *call, const void *value, size_t size) {
  if (call->old == NULL || call->old_size == NULL) {
    return 0;
  }
  size_t fits = *call->old_size < size ? *call->old_size : size;
  memcpy(call->old, value, fits);
  int error = *call->old_size == size ? 0 : EINVAL;
  *call->old_size = fits;
  return error;
}

static int take(const struct call *call, void *value, size_t size) {
  if (call->fresh_size != size) {
    return EINVAL;
  }
  memcpy(value, call->fresh, size);
  return 0;
}

static int give_flag(const struct call *call, bool value) {
  return call->fresh != NULL ? EPERM : give(call, &value, sizeof(value));
}

static int give_size(const struct call *call, size_t value) {
  return call->fresh != NULL ? EPERM : give(call, &value, sizeof(value));
}

static int yes(const struct call *call) { return give_flag(call, true); }

static int no(const struct call *call) { return give_flag(call, false); }

static int rate(const struct call *call) { return give_size(call, sampler_lg()); }

static int give_text(const struct call *call, const char *value) {
  return call->fresh != NULL ? EPERM : give(call, &value, sizeof(value));
}

static int version(const struct call *call) {
  static char text[192]; /* each thread that writes it writes the same */
  if (text[0] == '\0') {
    snprintf(text, sizeof(text), "%s, sampled by jemscope", malloc_name());
  }
  return give_text(call, text);
}

static int malloc_control(const struct call *call) { return give_text(call, malloc_name()); }

static int samples(const struct call *call) { return give_flag(call, allocator_is_sampled_by_ours()); }

static int tool(const struct call *call) {
  size_t objects;
  return give_text(call, sampler_tool(&objects));
}

static int tool_libraries(const struct call *call) {
  size_t objects;
  sampler_tool(&objects);
  return give_size(call, objects);
}

static int trim(const struct call *call) {
  if (!glibc_is_malloc()) {
    return ENOENT;
  }
  if (call->old != NULL || call->fresh != NULL) {
    return EPERM;
  }
  malloc_trim(0);
  return 0;
}

static int allocated(const struct call *call) {
  struct glibc_counts counts;
  return glibc_is_malloc() && glibc_count(&counts) ? give_size(call, counts.allocated + counts.mapped) : ENOENT;
}

/* jemalloc's statistics are those of this moment when it is written; ours always are. */
static int epoch(const struct call *call) {
  uint64_t value = 1;
  return give(call, &value, sizeof(value));
}

static int active(const struct call *call) {
  bool before = sampler_is_active();
  bool value = before;
  if (call->fresh != NULL) {
    int error = take(call, &value, sizeof(value));
    error = error == 0 && value && !before ? sampler_open() : error;
    if (error != 0) {
      return error;
    }
    sampler_set_active(value);
  }
  return give(call, &before, sizeof(before));
}

static int thread_active(const struct call *call) {
  bool before = sampler_thread_is_sampled();
  bool value = before;
  if (call->fresh != NULL) {
    int error = take(call, &value, sizeof(value));
    if (error != 0) {
      return error;
    }
    sampler_set_thread(value);
  }
  return give(call, &before, sizeof(before));
}

static int thread_name(const struct call *call) {
  const char *before = sampler_thread_name();
  if (call->fresh != NULL) {
    const char *value = NULL;
    int error = take(call, &value, sizeof(value));
    if (error != 0 || value == NULL) {
      return EINVAL;
    }
    if (!sampler_name_thread(value)) {
      return EAGAIN;
    }
  }
  return give(call, &before, sizeof(before));
}

static int reset(const struct call *call) {
  size_t lg = sampler_lg();
  if (call->fresh != NULL) {
    int error = take(call, &lg, sizeof(lg));
    if (error != 0 || lg > LARGEST_LG) {
      return EINVAL;
    }
  }
  pthread_mutex_lock(&dumping);
  sampler_reset((unsigned)lg);
  pthread_mutex_unlock(&dumping);
  return 0;
}

static int backtrace(const struct call *call) {
  sampler_backtrace *before = sampler_hook();
  sampler_backtrace *value = before;
  if (call->fresh != NULL) {
    int error = take(call, &value, sizeof(value));
    if (error != 0 || value == NULL) {
      return EINVAL;
    }
    sampler_set_hook(value);
  }
  return give(call, &before, sizeof(before));
}

static int opt_prefix(const struct call *call) { return give_text(call, first_prefix); }

/* Write-only, as in jemalloc. */
static int set_prefix(const struct call *call) {
  const char *value = NULL;
  if (call->old != NULL) {
    return EPERM;
  }
  int error = take(call, &value, sizeof(value));
  if (error != 0 || value == NULL || strlen(value) >= sizeof(prefix)) {
    return EINVAL;
  }
  pthread_mutex_lock(&dumping);
  strcpy(prefix, value);
  pthread_mutex_unlock(&dumping);
  return 0;
}

static int dump_watch(const struct call *call) {
  dump_hook *before = atomic_load_explicit(&dumped, memory_order_acquire);
  dump_hook *value = before;
  if (call->fresh != NULL) {
    int error = take(call, &value, sizeof(value));
    if (error != 0) {
      return error;
    }
    atomic_store_explicit(&dumped, value, memory_order_release);
  }
  return give(call, &before, sizeof(before));
}

/* --- dumps --- */

/* The stacks as they are written. It grows outside malloc: it isn't the program's memory. */
struct text {
  struct region memory;
  size_t length;
  bool is_short_of_memory;
  struct live_share all;      /* of all stacks */
  struct live_share *threads; /* by their number */
};

static char *room(struct text *text, size_t bytes) {
  text->is_short_of_memory |= !region_reserve(&text->memory, text->length + bytes);
  return text->is_short_of_memory ? NULL : (char *)text->memory.memory + text->length;
}

static void append_number(struct text *text, const char *before, uint64_t value, unsigned base) {
  char digits[20];
  int count = 0;
  do {
    digits[count++] = "0123456789abcdef"[value % base];
    value /= base;
  } while (value > 0);
  size_t length = strlen(before);
  char *to = room(text, length + sizeof(digits));
  if (to != NULL) {
    memcpy(to, before, length);
    for (size_t i = 0; count > 0; i++) {
      to[length + i] = digits[--count];
      text->length = (size_t)(to + length + i + 1 - (char *)text->memory.memory);
    }
  }
}

static void append(struct text *text, const char *words) {
  size_t length = strlen(words);
  char *to = room(text, length);
  if (to != NULL) {
    memcpy(to, words, length);
    text->length += length;
  }
}

static void append_counts(struct text *text, const char *before, const struct live_share *share) {
  uint64_t objects;
  uint64_t bytes;
  unbias_counts(&share->unbiased, sampler_lg(), &objects, &bytes);
  append_number(text, before, objects, 10);
  append_number(text, ": ", bytes, 10);
  append(text, " [0: 0]");
}

static void append_thread(struct text *text, const struct live_share *share) {
  append_number(text, "\n  t", share->thread, 10);
  append_counts(text, ": ", share);
}

static void add_share(struct live_share *sum, const struct live_share *share) {
  sum->objects += share->objects;
  sum->bytes += share->bytes;
  sum->unbiased.objects += share->unbiased.objects;
  sum->unbiased.bytes += share->unbiased.bytes;
}

static void show_stack(void *sink, void *const *words, unsigned length, const struct live_share *shares,
                       unsigned count) {
  struct text *text = sink;
  append(text, "@");
  for (unsigned i = 0; i < length; i++) {
    append_number(text, " 0x", (uintptr_t)words[i], 16);
  }
  struct live_share sum = {.objects = 0};
  for (unsigned i = 0; i < count; i++) {
    add_share(&sum, &shares[i]);
    add_share(&text->threads[shares[i].thread], &shares[i]);
  }
  add_share(&text->all, &sum);
  append_counts(text, "\n  t*: ", &sum);
  for (unsigned i = 0; i < count; i++) {
    append_thread(text, &shares[i]);
  }
  append(text, "\n");
}

/* The threads have their names here. Number 0 has those for which there was no room. */
static void append_head(struct text *head, const struct text *stacks) {
  append_number(head, "heap_v2/", UINT64_C(1) << sampler_lg(), 10);
  append_counts(head, "\n  t*: ", &stacks->all);
  for (unsigned i = 0; i < THREAD_NAMES; i++) {
    struct live_share share = stacks->threads[i];
    if (share.objects > 0) {
      share.thread = i;
      append_thread(head, &share);
      append(head, " ");
      append(head, i == 0 ? "unnamed threads" : thread_names_text((uint16_t)i));
    }
  }
  append(head, "\n");
}

static int write_all(int file, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(file, bytes, length);
    if (written == 0 || (written < 0 && errno != EINTR)) {
      return written == 0 ? EIO : errno;
    }
    bytes += written < 0 ? 0 : written;
    length -= written < 0 ? 0 : (size_t)written;
  }
  return 0;
}

static int write_maps(int file) {
  int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (maps < 0) {
    return errno;
  }
  int error = write_all(file, "\nMAPPED_LIBRARIES:\n", strlen("\nMAPPED_LIBRARIES:\n"));
  static char buffer[16384]; /* one dump at a time */
  ssize_t length = 1;
  while (error == 0 && (length = read(maps, buffer, sizeof(buffer))) > 0) {
    error = write_all(file, buffer, (size_t)length);
  }
  error = error == 0 && length < 0 ? errno : error;
  close(maps);
  return error;
}

static void free_text(struct text *text) {
  if (text->memory.memory != NULL) {
    region_unmap(text->memory.memory, text->memory.bytes);
  }
}

static int write_texts(int file, const struct text *stacks) {
  struct text head = {.length = 0};
  append_head(&head, stacks);
  int error = head.is_short_of_memory ? ENOMEM : write_all(file, head.memory.memory, head.length);
  free_text(&head);
  return error == 0 ? write_all(file, stacks->memory.memory, stacks->length) : error;
}

static int write_dump(int file) {
  const size_t bytes = THREAD_NAMES * sizeof(struct live_share);
  struct text stacks = {.threads = region_reserve_only(bytes)};
  if (stacks.threads == NULL) {
    return ENOMEM;
  }
  bool whole = sampler_each(show_stack, &stacks) && !stacks.is_short_of_memory;
  int error = whole ? write_texts(file, &stacks) : ENOMEM;
  free_text(&stacks);
  region_unmap(stacks.threads, bytes);
  return error == 0 ? write_maps(file) : error;
}

static int dump_to(const char *path, int how) {
  enum { MODE = 0644 };
  import_tables_look_again(true);
  pthread_mutex_lock(&dumping);
  int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | how, MODE);
  int error = file < 0 ? errno : 0;
  if (error == 0) {
    sampler_sweep();
    error = write_dump(file);
    error = close(file) != 0 && error == 0 ? errno : error;
  }
  pthread_mutex_unlock(&dumping);
  return error;
}

/* Under a name made as jemalloc makes it; never over a file that is there. */
static int dump_named(char path[PATH_MAX]) {
  static _Atomic unsigned made; /* relaxed: two callers have two numbers */
  if (prefix[0] == '\0') {
    return EINVAL; /* jemalloc has a place of its own for it: the working folder, which isn't ours to fill */
  }
  int error;
  do {
    unsigned number = atomic_fetch_add_explicit(&made, 1, memory_order_relaxed);
    int length = snprintf(path, PATH_MAX, "%s.%d.%u.m%u.heap", prefix, (int)getpid(), number, number);
    error = length >= PATH_MAX ? ENAMETOOLONG : dump_to(path, O_EXCL | O_NOFOLLOW);
  } while (error == EEXIST);
  return error;
}

static int dump(const struct call *call) {
  const char *path = NULL;
  char named[PATH_MAX];
  int error = call->fresh == NULL && call->fresh_size == 0 ? 0 : take(call, &path, sizeof(path));
  if (error != 0) {
    return error;
  }
  error = path == NULL ? dump_named(named) : dump_to(path, O_TRUNC);
  path = path == NULL ? named : path;
  dump_hook *watch = atomic_load_explicit(&dumped, memory_order_acquire);
  if (error == 0 && watch != NULL) {
    watch(path);
  }
  return error;
}

/* --- the names --- */

static const struct control {
  const char *name;
  int (*call)(const struct call *call);
} controls[] = {
    {"version", version},
    {"epoch", epoch},
    {"config.prof", yes},
    {"config.stats", no},
    {"opt.prof", yes},
    {"opt.prof_accum", no},
    {"opt.prof_active", no},
    {"opt.prof_final", no},
    {"opt.prof_thread_active_init", yes},
    {"opt.lg_prof_sample", rate},
    {"opt.prof_prefix", opt_prefix},
    {"prof.active", active},
    {"prof.thread_active_init", yes},
    {"prof.lg_sample", rate},
    {"prof.reset", reset},
    {"prof.dump", dump},
    {"prof.prefix", set_prefix},
    {"thread.prof.active", thread_active},
    {"thread.prof.name", thread_name},
    {"experimental.hooks.prof_backtrace", backtrace},
    {"experimental.hooks.prof_dump", dump_watch},
    {"stats.allocated", allocated},
    {SAMPLERS_OWN "malloc", malloc_control},
    {SAMPLERS_OWN "samples", samples},
    {SAMPLERS_OWN "tool", tool},
    {SAMPLERS_OWN "tool.libraries", tool_libraries},
    {SAMPLERS_OWN "trim", trim},
};

enum { CONTROLS = sizeof(controls) / sizeof(controls[0]) };

static const struct control *find(const char *name) {
  for (int i = 0; i < CONTROLS; i++) {
    if (strcmp(controls[i].name, name) == 0) {
      return &controls[i];
    }
  }
  return NULL;
}

void sampler_controls_after_fork(void) { dumping = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER; }

bool sampler_profiles_by(const char *name) { return strstr(name, "prof") != NULL; }

/* The value of a key in MALLOC_CONF, up to a comma or the end; NULL without it. */
static const char *conf_value(const char *malloc_conf, const char *key, size_t *length) {
  for (const char *pair = malloc_conf; pair != NULL; pair = strchr(pair, ',')) {
    pair += *pair == ',';
    if (strncmp(pair, key, strlen(key)) == 0 && pair[strlen(key)] == ':') {
      const char *value = pair + strlen(key) + 1;
      *length = strcspn(value, ",");
      return value;
    }
  }
  return NULL;
}

void sampler_configure(const char *malloc_conf) {
  size_t length;
  const char *value = conf_value(malloc_conf, "lg_prof_sample", &length);
  char *end = NULL;
  unsigned long lg_value = value == NULL ? LARGEST_LG + 1 : strtoul(value, &end, 10);
  if (lg_value <= LARGEST_LG && length > 0 && end == value + length) {
    sampler_reset((unsigned)lg_value);
  }
  value = conf_value(malloc_conf, "prof_prefix", &length);
  if (value != NULL && length < sizeof(prefix)) {
    memcpy(prefix, value, length);
    memcpy(first_prefix, value, length);
  }
}

int sampler_mallctl(const char *name, void *old, size_t *old_size, void *fresh, size_t fresh_size) {
  const struct control *control = find(name);
  struct call call = {old, old_size, fresh, fresh_size};
  return control == NULL ? ENOENT : control->call(&call);
}

int sampler_name_to_mib(const char *name, size_t *mib, size_t *length) {
  const struct control *control = find(name);
  if (control == NULL) {
    return ENOENT;
  }
  if (*length > 0) {
    mib[0] = (size_t)(control - controls);
    *length = 1;
  }
  return 0;
}
