/*
 * Preloaded before jemalloc, it watches the backtrace hook that is set: whether it uses thread-local storage by way of
 * the dynamic linker, and whether it allocates. The hook before it, jemalloc's unwinder, is not watched. At the end one
 * line on standard error tells what was seen.
 */

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef void backtrace_hook(void **stack, unsigned *length, unsigned capacity);
typedef int control_function(const char *, void *, size_t *, void *, size_t);
typedef void *address_function(void *);

__attribute__((visibility("default"))) control_function mallctl;
__attribute__((visibility("default"))) address_function __tls_get_addr;

/* initial-exec: reading it must not lead to the dynamic linker. */
static __thread bool watched __attribute__((tls_model("initial-exec")));

static _Atomic(backtrace_hook *) hook;
static _Atomic(backtrace_hook *) unwinder;
static _Atomic uint64_t samples;
static _Atomic uint64_t uses;
static _Atomic uint64_t allocations;

/* The next object's function of that name; kept, since the hooks may not ask the dynamic linker. */
static void *next_symbol(_Atomic(void *) *kept, const char *name) {
  void *symbol = atomic_load(kept);
  if (symbol == NULL) {
    symbol = dlsym(RTLD_NEXT, name);
    atomic_store(kept, symbol);
  }
  return symbol;
}

static control_function *next_control(void) {
  static _Atomic(void *) kept;
  void *symbol = next_symbol(&kept, "mallctl");
  control_function *next;
  memcpy(&next, &symbol, sizeof(next));
  return next;
}

static uint64_t allocated(void) {
  uint64_t *bytes = NULL;
  size_t size = sizeof(bytes);
  return next_control()("thread.allocatedp", (void *)&bytes, &size, NULL, 0) == 0 ? *bytes : 0;
}

void *__tls_get_addr(void *index) {
  static _Atomic(void *) kept;
  void *symbol = next_symbol(&kept, "__tls_get_addr");
  address_function *next;
  memcpy(&next, &symbol, sizeof(next));
  if (watched) {
    atomic_fetch_add(&uses, 1);
  }
  return next(index);
}

static void unwatched_unwinder(void **stack, unsigned *length, unsigned capacity) {
  bool before = watched;
  watched = false;
  atomic_load(&unwinder)(stack, length, capacity);
  watched = before;
}

static void watched_hook(void **stack, unsigned *length, unsigned capacity) {
  uint64_t bytes = allocated();
  watched = true;
  atomic_load(&hook)(stack, length, capacity);
  watched = false;
  atomic_fetch_add(&samples, 1);
  if (allocated() != bytes) {
    atomic_fetch_add(&allocations, 1);
  }
}

static void put(backtrace_hook *fresh) {
  next_control()("experimental.hooks.prof_backtrace", NULL, NULL, (void *)&fresh, sizeof(fresh));
}

int mallctl(const char *name, void *old, size_t *old_size, void *fresh, size_t fresh_size) {
  if (strcmp(name, "experimental.hooks.prof_backtrace") != 0) {
    return next_control()(name, old, old_size, fresh, fresh_size);
  }
  if (atomic_load(&unwinder) == NULL) {
    backtrace_hook *first = NULL;
    size_t size = sizeof(first);
    next_control()(name, (void *)&first, &size, NULL, 0);
    atomic_store(&unwinder, first);
    put(unwatched_unwinder);
  }
  int error = next_control()(name, old, old_size, fresh, fresh_size);
  backtrace_hook *set = NULL;
  if (error == 0 && fresh != NULL) {
    memcpy((void *)&set, fresh, sizeof(set));
  }
  if (set != NULL && set != unwatched_unwinder && set != watched_hook) {
    atomic_store(&hook, set);
    put(watched_hook);
  }
  return error;
}

__attribute__((destructor)) static void tell(void) {
  fprintf(stderr, "guard: %s, thread-local storage %ju, allocations %ju\n",
          atomic_load(&samples) > 0 ? "sampled" : "not sampled", (uintmax_t)atomic_load(&uses),
          (uintmax_t)atomic_load(&allocations));
}
