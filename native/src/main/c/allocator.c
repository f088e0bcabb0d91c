/* The way to jemalloc. Its names are weak, so they are null in a process without jemalloc. That needs no dlsym, and
   works for a preloaded library and for a copy linked into the executable. */

#include "allocator.h"

#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "glibc_statistics.h"
#include "objects.h"
#include "sampler_controls.h"

#define WEAK extern __attribute__((weak))

typedef int mallctl_function(const char *, void *, size_t *, void *, size_t);
typedef int name_function(const char *, size_t *, size_t *);
typedef void statistics_function(void (*)(void *, const char *), void *, const char *);

WEAK mallctl_function mallctl, je_mallctl, _rjem_mallctl;
WEAK name_function mallctlnametomib, je_mallctlnametomib, _rjem_mallctlnametomib;
WEAK statistics_function malloc_stats_print, je_malloc_stats_print, _rjem_malloc_stats_print;
WEAK const char *malloc_conf;
WEAK const char *je_malloc_conf;
WEAK const char *_rjem_malloc_conf;

struct entry_points {
  const char *prefix;
  mallctl_function *mallctl;
  name_function *name_to_mib;
  statistics_function *statistics;
  const char **conf;
};

#define ENTRY_POINTS(prefix)                                                                                           \
  { #prefix, prefix##mallctl, prefix##mallctlnametomib, prefix##malloc_stats_print, &prefix##malloc_conf }

/* Of the first jemalloc that is there; all NULL if there is none. */
static const struct entry_points *entry_points(void) {
  static const struct entry_points known[] = {ENTRY_POINTS(), ENTRY_POINTS(je_), ENTRY_POINTS(_rjem_)};
  static const struct entry_points none = {.prefix = ""};
  for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
    if (known[i].mallctl != NULL) {
      return &known[i];
    }
  }
  return &none;
}

/* Whether that jemalloc was built and started to profile; once it runs, that never changes. */
static bool jemalloc_profiles(void) {
  static _Atomic int known; /* 0 before it was asked; relaxed, since all who ask find the same */
  int answer = atomic_load_explicit(&known, memory_order_relaxed);
  if (answer == 0) {
    bool value = false;
    size_t size = sizeof(value);
    bool profiles = entry_points()->mallctl("opt.prof", &value, &size, NULL, 0) == 0 && value;
    answer = profiles ? 1 : -1;
    atomic_store_explicit(&known, answer, memory_order_relaxed);
  }
  return answer > 0;
}

/* Whether our own sampler has this control. */
static bool is_samplers(const char *name) {
  return entry_points()->mallctl == NULL || strncmp(name, SAMPLERS_OWN, strlen(SAMPLERS_OWN)) == 0 ||
         (sampler_profiles_by(name) && !jemalloc_profiles());
}

bool allocator_is_sampled_by_ours(void) { return is_samplers("opt.prof"); }

bool allocator_present(void) { return entry_points()->mallctl != NULL; }

const char *allocator_prefix(void) { return entry_points()->prefix; }

uintptr_t allocator_entry(void) {
  return allocator_present() ? (uintptr_t)entry_points()->mallctl : (uintptr_t)sampler_mallctl;
}

bool allocator_path(char path[PATH_MAX]) { return objects_path(allocator_entry(), path); }

int allocator_mallctl(const char *name, void *old, size_t *old_size, void *fresh, size_t fresh_size) {
  mallctl_function *function = is_samplers(name) ? sampler_mallctl : entry_points()->mallctl;
  return function(name, old, old_size, fresh, fresh_size);
}

int allocator_name_to_mib(const char *name, size_t *mib, size_t *length) {
  name_function *name_to_mib = is_samplers(name) ? sampler_name_to_mib : entry_points()->name_to_mib;
  return name_to_mib(name, mib, length);
}

bool allocator_statistics(void (*write)(void *sink, const char *text), void *sink, const char *options) {
  statistics_function *statistics = entry_points()->statistics;
  if (statistics == NULL) {
    return glibc_statistics(write, sink, options);
  }
  statistics(write, sink, options);
  return true;
}

bool allocator_flag(const char *name, bool otherwise) {
  bool value = false;
  size_t size = sizeof(value);
  return allocator_mallctl(name, &value, &size, NULL, 0) == 0 ? value : otherwise;
}

size_t allocator_size(const char *name, size_t otherwise) {
  size_t value = 0;
  size_t size = sizeof(value);
  return allocator_mallctl(name, &value, &size, NULL, 0) == 0 ? value : otherwise;
}

const char *allocator_text(const char *name) {
  const char *value = NULL;
  size_t size = sizeof(value);
  return allocator_mallctl(name, &value, &size, NULL, 0) == 0 ? value : NULL;
}

int allocator_set_flag(const char *name, bool value) {
  return allocator_mallctl(name, NULL, NULL, &value, sizeof(value));
}

bool allocator_canary(void) {
  if (!allocator_present()) {
    return true;
  }
  uint64_t *allocated = NULL;
  size_t size = sizeof(allocated);
  if (allocator_mallctl("thread.allocatedp", &allocated, &size, NULL, 0) != 0 || allocated == NULL) {
    return false;
  }
  uint64_t before = *(volatile uint64_t *)allocated;
  void *volatile canary = malloc(1); /* volatile: the compiler would drop an allocation without a use */
  uint64_t after = *(volatile uint64_t *)allocated;
  free(canary);
  return after != before;
}

const char *allocator_conf_symbol(void) {
  const char **conf = entry_points()->conf;
  return conf == NULL ? NULL : *conf;
}

bool allocator_sample_thread(bool sampled) {
  bool before = sampled;
  size_t size = sizeof(before);
  allocator_mallctl("thread.prof.active", &before, &size, &sampled, sizeof(sampled));
  return before;
}

/* With the caller's lock held: is ours called, by jemalloc or by a hook that was set later? */
static bool is_in_place(const struct allocator_hook *hook, any_hook *current) {
  return current == hook->ours || (hook->set && current != atomic_load_explicit(&hook->previous, memory_order_relaxed));
}

static int read_hook(const struct allocator_hook *hook, any_hook **current) {
  size_t size = sizeof(*current);
  return allocator_mallctl(hook->control, current, &size, NULL, 0);
}

static int write_hook(const struct allocator_hook *hook, any_hook *fresh) {
  return allocator_mallctl(hook->control, NULL, NULL, &fresh, sizeof(fresh));
}

bool allocator_hook_is_set(const struct allocator_hook *hook) {
  any_hook *current = NULL;
  return read_hook(hook, &current) == 0 && is_in_place(hook, current);
}

int allocator_hook_set(struct allocator_hook *hook, bool on) {
  any_hook *current = NULL;
  int error = read_hook(hook, &current);
  if (error != 0) {
    return error;
  }
  hook->set = is_in_place(hook, current);
  if (hook->set == on) {
    return 0;
  }
  any_hook *previous = atomic_load_explicit(&hook->previous, memory_order_relaxed);
  if (on ? hook->was_set && current != previous : current != hook->ours) {
    return EBUSY;
  }
  if (on) {
    atomic_store_explicit(&hook->previous, current, memory_order_release);
    hook->was_set = true;
  }
  error = write_hook(hook, on ? hook->ours : previous);
  hook->set = error == 0 ? on : hook->set;
  return error;
}
