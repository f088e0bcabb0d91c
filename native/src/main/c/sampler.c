/*
 * Functions that the program calls instead of malloc's. Usually malloc's only subtracts the size from the thread's
 * countdown, and free's only looks into the filter. There is no lock, and the thread-local storage is of the kind that
 * needs no dynamic linker, whose own allocations come here.
 */

#include "sampler.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

#include "ghosts.h"
#include "import_tables.h"
#include "mappings.h"
#include "objects.h"
#include "region.h"
#include "thread_names.h"

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

enum { CAPACITY = 128, DEFAULT_LG = 19, STEP = 32 * 1024 };

/* A forked child finds it zeroed, and so neither samples nor looks up what its parent sampled. */
struct shared {
  struct live_filter filter;
  _Atomic bool active;
  /* Changes where countdowns drawn before don't count any more; otherwise never 0. Released after active and lg were
     written, and acquired before they are read. */
  _Atomic uint32_t epoch;
};

/* Written in sampler_open before the import tables. */
static struct shared *shared;

static struct code_ranges own_code;
static _Unwind_Reason_Code (*unwind)(_Unwind_Trace_Fn, void *);
static uintptr_t (*frame_address)(struct _Unwind_Context *);

static struct {
  void *(*malloc)(size_t);
  void *(*calloc)(size_t, size_t);
  void *(*realloc)(void *, size_t);
  void *(*reallocarray)(void *, size_t, size_t);
  void (*free)(void *);
  int (*posix_memalign)(void **, size_t, size_t);
  void *(*aligned_alloc)(size_t, size_t);
  void *(*memalign)(size_t, size_t);
  void *(*valloc)(size_t);
  void *(*pvalloc)(size_t);
  void *(*dlsym)(void *, const char *);
} real;

/* What was in the way of the last sampler_open; written with opening held, read by its caller. */
static char tool_path[PATH_MAX];
static size_t tool_objects;

static _Atomic(sampler_backtrace *) hook;
static _Atomic unsigned lg = DEFAULT_LG;
static _Atomic bool is_open;

/* Held where the sampler is put in place or taken out. */
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

struct countdown {
  uint64_t left; /* bytes until the next sample, at most STEP of them */
  uint64_t rest; /* and the others */
  uint64_t random;
  uint32_t epoch; /* of the countdown */
  uint16_t name;  /* see thread_names.h */
  bool busy;      /* the sampler works: what it allocates or frees itself isn't looked at */
  bool spared;    /* not to be sampled */
};

_Static_assert(sizeof(struct countdown) == 32, "a library that comes by dlopen shares a small room with others");
static _Thread_local __attribute__((tls_model("initial-exec"))) struct countdown thread;

/* ln(x) for 0 < x <= 1, to about 12 digits: the C library's is in a library of its own. */
static double logarithm(double x) {
  int exponent = 0;
  while (x < 0.7) {
    x *= 2;
    exponent--;
  }
  double s = (x - 1) / (x + 1);
  double square = s * s;
  double sum = 0;
  for (int term = 15; term > 0; term -= 2) {
    sum = sum * square + 1.0 / term;
  }
  return 2 * s * sum + exponent * 0.693147180559945309;
}

/* xorshift64*, by G. Marsaglia and S. Vigna; in (0, 1]. */
static double random_share(void) {
  if (thread.random == 0) {
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    thread.random = ((uint64_t)(uintptr_t)&thread ^ (uint64_t)now.tv_nsec << 20 ^ (uint64_t)getpid()) *
                        UINT64_C(0x9E3779B97F4A7C15) |
                    1;
  }
  thread.random ^= thread.random >> 12;
  thread.random ^= thread.random << 25;
  thread.random ^= thread.random >> 27;
  return ((double)((thread.random * UINT64_C(0x2545F4914F6CDD1D)) >> 11) + 1) / 9007199254740992.0;
}

/* Exponential and rounded down: a block of n bytes is sampled with the probability 1 - e^(-n/mean). */
static uint64_t draw(void) {
  double mean = (double)(UINT64_C(1) << atomic_load_explicit(&lg, memory_order_relaxed));
  return (uint64_t)(-logarithm(random_share()) * mean);
}

/* In steps, so that a thread soon sees that its countdown doesn't count any more. */
static void begin_countdown(uint64_t bytes) {
  thread.left = bytes < STEP ? bytes : STEP;
  thread.rest = bytes - thread.left;
}

/* A step of the countdown is over: whether a block of that size is to be sampled, and at which of its bytes. */
static bool is_due_at(size_t size, uint64_t *first) {
  if (thread.busy) {
    return false;
  }
  uint32_t epoch = atomic_load_explicit(&shared->epoch, memory_order_acquire);
  uint64_t bytes = thread.epoch == epoch ? thread.left + thread.rest : draw();
  thread.epoch = epoch;
  if (bytes >= size) {
    begin_countdown(bytes - size);
    return false;
  }
  *first = bytes;
  begin_countdown(draw());
  return atomic_load_explicit(&shared->active, memory_order_relaxed) && !thread.spared;
}

static __attribute__((noinline)) bool is_due(size_t size) {
  uint64_t first;
  return is_due_at(size, &first);
}

/* A sample takes some 8 KiB of stack, which the alternate stack of a signal's handler may not have. */
bool sampler_has_small_stack(void) {
  enum { ENOUGH = 64 * 1024 };
  stack_t alternate;
  return sigaltstack(NULL, &alternate) == 0 && (alternate.ss_flags & SS_ONSTACK) != 0 && alternate.ss_size < ENOUGH;
}

/* The system's name of a thread that was given none: programs name their threads for debuggers. */
uint16_t sampler_thread_number(void) {
  char name[16] = ""; /* as prctl(2) has it */
  if (thread.name != 0 || prctl(PR_GET_NAME, name) != 0) {
    return thread.name;
  }
  return thread_names_number(name);
}

static __attribute__((noinline)) void record(void *block, size_t size) {
  void *words[CAPACITY];
  struct live_stack stack = {words, 0, sampler_thread_number()};
  atomic_load_explicit(&hook, memory_order_acquire)(words, &stack.length, CAPACITY);
  struct live_block marked = {(uintptr_t)block, ghosts_mark(block, size)};
  live_samples_add(&marked, size, &stack, &shared->epoch, thread.epoch);
}

static __attribute__((noinline)) void sample(void *block, size_t size) {
  if (block == NULL) {
    return;
  }
  int error = errno;
  thread.busy = true;
  if (sampler_has_small_stack()) {
    live_samples_miss();
  } else {
    record(block, size);
  }
  thread.busy = false;
  errno = error;
}

/* Counts the bytes; whether they are to be sampled. */
static inline bool count_down(size_t size) {
  if (__builtin_expect(thread.left >= size, 1)) {
    thread.left -= size;
    return false;
  }
  return is_due(size);
}

static inline bool may_be_sampled(const void *block) {
  return __builtin_expect(live_samples_may_have(&shared->filter, (uintptr_t)block), 0);
}

static __attribute__((noinline)) bool take(const void *block, struct live_taken *taken) {
  if (block == NULL || thread.busy) {
    return false;
  }
  thread.busy = true;
  bool found = live_samples_take((uintptr_t)block, taken);
  thread.busy = false;
  return found;
}

static __attribute__((noinline)) void forget(const void *block) {
  int error = errno;
  struct live_taken taken;
  if (take(block, &taken)) {
    thread.busy = true;
    live_samples_drop(&taken.sample);
    thread.busy = false;
  }
  errno = error;
}

static void *sampling_malloc(size_t size) {
  bool due = count_down(size);
  void *block = real.malloc(size);
  if (__builtin_expect(due, 0)) {
    sample(block, size);
  }
  return block;
}

static void *sampling_calloc(size_t count, size_t size) {
  size_t bytes;
  bool due = !__builtin_mul_overflow(count, size, &bytes) && count_down(bytes);
  void *block = real.calloc(count, size);
  if (__builtin_expect(due, 0)) {
    sample(block, bytes);
  }
  return block;
}

static void sampling_free(void *block) {
  if (may_be_sampled(block)) {
    forget(block); /* first: the address may belong to another thread as soon as it is free */
  }
  real.free(block);
}

/* What follows a real reallocation of a sampled block. */
static __attribute__((noinline)) void moved(void *block, size_t size, const void *fresh,
                                            const struct live_taken *taken) {
  int error = errno;
  thread.busy = true;
  if (fresh == NULL && size != 0) {
    live_samples_put_back((uintptr_t)block, taken);
  } else {
    live_samples_drop(&taken->sample);
  }
  thread.busy = false;
  errno = error;
}

/* As jemalloc does, a block that is reallocated counts as a new one of its new size. */
static void *sampling_realloc(void *block, size_t size) {
  struct live_taken taken;
  bool was_sampled = may_be_sampled(block) && take(block, &taken);
  bool due = count_down(size);
  void *fresh = real.realloc(block, size);
  if (__builtin_expect(was_sampled, 0)) {
    moved(block, size, fresh, &taken);
  }
  if (__builtin_expect(due, 0)) {
    sample(fresh, size);
  }
  return fresh;
}

static void *sampling_reallocarray(void *block, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    return real.reallocarray(block, count, size);
  }
  return sampling_realloc(block, bytes);
}

static int sampling_posix_memalign(void **block, size_t alignment, size_t size) {
  bool due = count_down(size);
  int error = real.posix_memalign(block, alignment, size);
  if (__builtin_expect(due, 0) && error == 0) {
    sample(*block, size);
  }
  return error;
}

#define SAMPLING_ALIGNED(name)                                                                                         \
  static void *sampling_##name(size_t alignment, size_t size) {                                                        \
    bool due = count_down(size);                                                                                       \
    void *block = real.name(alignment, size);                                                                          \
    if (__builtin_expect(due, 0)) {                                                                                    \
      sample(block, size);                                                                                             \
    }                                                                                                                  \
    return block;                                                                                                      \
  }

SAMPLING_ALIGNED(aligned_alloc)
SAMPLING_ALIGNED(memalign)

#define SAMPLING_PAGES(name)                                                                                           \
  static void *sampling_##name(size_t size) {                                                                          \
    bool due = count_down(size);                                                                                       \
    void *block = real.name(size);                                                                                     \
    if (__builtin_expect(due, 0)) {                                                                                    \
      sample(block, size);                                                                                             \
    }                                                                                                                  \
    return block;                                                                                                      \
  }

SAMPLING_PAGES(valloc)
SAMPLING_PAGES(pvalloc)

/* A thread that opens a library asks for its functions next. The last call must be a jump: dlsym looks at its caller.
   In a forked child that isn't sampled another thread may have held the linker's locks when it was made. */
static void *watching_dlsym(void *handle, const char *name) {
  if (atomic_load_explicit(&shared->epoch, memory_order_relaxed) != 0) {
    bool was_busy = thread.busy;
    thread.busy = true;
    import_tables_look_again(false);
    thread.busy = was_busy;
  }
  return real.dlsym(handle, name);
}

#define REPLACED(name)                                                                                                 \
  { #name, (import_function *)sampling_##name, (import_function **)(void *)&real.name, NULL, NULL }

#define MAPPING(name, ours, theirs)                                                                                    \
  {                                                                                                                    \
    name, (import_function *)mappings_##ours, (import_function **)(void *)&mappings_real.theirs, NULL,                 \
        mappings_count_of                                                                                              \
  }

static struct import imports[] = {
    REPLACED(malloc),
    REPLACED(calloc),
    REPLACED(realloc),
    REPLACED(reallocarray),
    REPLACED(free),
    REPLACED(posix_memalign),
    REPLACED(aligned_alloc),
    REPLACED(memalign),
    REPLACED(valloc),
    REPLACED(pvalloc),
    {"dlsym", (import_function *)watching_dlsym, (import_function **)(void *)&real.dlsym, NULL, NULL},
    MAPPING("mmap", map, map),
    MAPPING("mmap64", map, map64),
    MAPPING("munmap", unmap, unmap),
    MAPPING("mremap", remap, remap),
};

/* Those of mappings are the last. */
enum { IMPORTS = sizeof(imports) / sizeof(imports[0]), IMPORTS_OF_MALLOC = IMPORTS - 4 };

/* With opening held: whether the tables lead those here, too. They stay until the sampler is taken out. */
static bool lead_mappings;

static size_t import_count(void) { return lead_mappings ? IMPORTS : IMPORTS_OF_MALLOC; }

struct walk {
  void **stack;
  unsigned length;
  unsigned capacity;
};

static _Unwind_Reason_Code keep_frame(struct _Unwind_Context *context, void *argument) {
  struct walk *walk = argument;
  uintptr_t address = frame_address(context);
  if (address == 0 || walk->length == walk->capacity) {
    return _URC_END_OF_STACK;
  }
  if (walk->length > 0 || !objects_contain(&own_code, address - 1)) {
    walk->stack[walk->length++] = (void *)address;
  }
  return _URC_NO_REASON;
}

/* The native frames from the caller of malloc on. */
static void native_backtrace(void **stack, unsigned *length, unsigned capacity) {
  struct walk walk = {stack, 0, capacity};
  unwind(keep_frame, &walk);
  *length = walk.length;
}

/* glibc's own: it is loaded once, and needs no lock to find an object's unwind tables since glibc 2.35. */
static bool find_unwinder(void) {
  void *library = dlopen("libgcc_s.so.1", RTLD_NOW);
  void *walker = library == NULL ? NULL : dlsym(library, "_Unwind_Backtrace");
  void *address = library == NULL ? NULL : dlsym(library, "_Unwind_GetIP");
  memcpy(&unwind, &walker, sizeof(unwind));
  memcpy(&frame_address, &address, sizeof(frame_address));
  return walker != NULL && address != NULL;
}

static bool find_real(void) {
  void *libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  for (int i = 0; i < IMPORTS; i++) {
    void *found = dlsym(RTLD_DEFAULT, imports[i].name);
    if (found != NULL && objects_is_stub(found)) {
      memcpy(&imports[i].stub, &found, sizeof(found));
      found = libc == NULL ? NULL : dlsym(libc, imports[i].name);
    }
    memcpy(imports[i].real, &found, sizeof(found));
  }
  return real.malloc != NULL && real.calloc != NULL && real.realloc != NULL && real.free != NULL &&
         real.posix_memalign != NULL && real.dlsym != NULL;
}

static struct shared *map_shared(void) {
  struct shared *memory = region_map(sizeof(*memory));
  if (memory == NULL || madvise(memory, sizeof(*memory), MADV_WIPEONFORK) != 0) {
    return NULL;
  }
  return memory;
}

/* Once, for as long as the process lives. */
static int prepare(void) {
  if (shared != NULL) {
    return 0;
  }
  objects_find(&own_code, (uintptr_t)&native_backtrace);
  if (!find_unwinder() || !find_real()) {
    return ENOTSUP;
  }
  struct shared *memory = map_shared();
  if (memory == NULL) {
    return ENOTSUP;
  }
  if (!live_samples_open(&memory->filter, sampler_lg()) || !thread_names_open() ||
      !mappings_open((uintptr_t)real.malloc)) {
    return ENOMEM;
  }
  ghosts_open(real.malloc, real.free);
  if (atomic_load_explicit(&hook, memory_order_relaxed) == NULL) {
    atomic_store_explicit(&hook, native_backtrace, memory_order_release);
  }
  shared = memory;
  return 0;
}

static void new_epoch(void) { atomic_fetch_add_explicit(&shared->epoch, 1, memory_order_release); }

int sampler_open(void) {
  pthread_mutex_lock(&opening);
  bool was_open = sampler_is_open();
  lead_mappings = was_open ? lead_mappings : mappings_are_counted();
  int error = prepare();
  if (error == 0) {
    tool_objects = import_tables_tool(imports, import_count(), tool_path);
    error = tool_objects > 0 ? EBUSY : 0;
  }
  if (error == 0 && !was_open) {
    new_epoch();
    error = import_tables_open(imports, import_count());
    atomic_store_explicit(&is_open, error == 0, memory_order_relaxed);
  }
  pthread_mutex_unlock(&opening);
  return error;
}

const char *sampler_tool(size_t *objects) {
  *objects = tool_objects;
  return tool_objects == 0 ? NULL : tool_path;
}

/* With opening held. */
static void take_out(void) {
  if (sampler_is_open()) {
    sampler_set_active(false);
    import_tables_close();
    atomic_store_explicit(&is_open, false, memory_order_relaxed);
    thread.busy = true;
    live_samples_clear(sampler_lg());
    thread.busy = false;
    mappings_clear();
  }
}

void sampler_close(void) {
  pthread_mutex_lock(&opening);
  take_out();
  pthread_mutex_unlock(&opening);
}

void sampler_count_mappings(bool on) {
  pthread_mutex_lock(&opening);
  mappings_switch(on);
  if (on && sampler_is_open() && !lead_mappings) {
    lead_mappings = true;
    if (import_tables_open(imports, import_count()) != 0) {
      take_out(); /* the tables are as before, so no end of a sample is seen */
    }
  }
  pthread_mutex_unlock(&opening);
}

bool sampler_is_open(void) { return atomic_load_explicit(&is_open, memory_order_relaxed); }

void sampler_set_active(bool active) {
  if (sampler_is_open() && sampler_is_active() != active) {
    atomic_store_explicit(&shared->active, active, memory_order_relaxed);
    new_epoch();
  }
}

bool sampler_is_active(void) { return shared != NULL && atomic_load_explicit(&shared->active, memory_order_relaxed); }

bool sampler_set_thread(bool sampled) {
  bool before = !thread.spared;
  thread.spared = !sampled;
  return before;
}

bool sampler_name_thread(const char *name) {
  bool was_busy = thread.busy;
  thread.busy = true;
  bool has_room = thread_names_open();
  thread.name = has_room ? thread_names_number(name) : 0;
  thread.busy = was_busy;
  return thread.name != 0 || name[0] == '\0';
}

const char *sampler_thread_name(void) { return thread_names_text(thread.name); }

bool sampler_thread_is_sampled(void) { return !thread.spared; }

void sampler_reset(unsigned fresh) {
  atomic_store_explicit(&lg, fresh, memory_order_relaxed);
  if (shared != NULL) {
    new_epoch();
    thread.busy = true;
    live_samples_clear(sampler_lg());
    thread.busy = false;
    mappings_clear();
  }
}

void sampler_sweep(void) {
  if (shared != NULL) {
    thread.busy = true;
    ghosts_sweep();
    thread.busy = false;
  }
}

bool sampler_each(live_show *show, void *sink) {
  if (shared == NULL) {
    return true;
  }
  thread.busy = true;
  bool whole = live_samples_each(show, sink);
  thread.busy = false;
  return whole;
}

/* With the tables' lock held. */
static bool active_before_fork;
static uint32_t epoch_before_fork;

bool sampler_is_interrupted(void) { return thread.busy; }

void sampler_before_fork(void) {
  import_tables_before_fork();
  if (shared != NULL) {
    active_before_fork = sampler_is_active();
    epoch_before_fork = atomic_load_explicit(&shared->epoch, memory_order_relaxed);
  }
}

void sampler_after_fork(bool is_child) {
  if (is_child && shared != NULL) {
    opening = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    thread_names_after_fork();
    live_samples_after_fork_in_child(sampler_lg());
    mappings_after_fork_in_child();
    thread.random = 0; /* siblings would draw the same numbers */
    atomic_store_explicit(&shared->epoch, epoch_before_fork + 1, memory_order_relaxed);
    atomic_store_explicit(&shared->active, active_before_fork, memory_order_relaxed);
  }
  import_tables_after_fork();
}

unsigned sampler_lg(void) { return atomic_load_explicit(&lg, memory_order_relaxed); }

sampler_backtrace *sampler_hook(void) {
  sampler_backtrace *current = atomic_load_explicit(&hook, memory_order_acquire);
  return current == NULL ? native_backtrace : current;
}

void sampler_set_hook(sampler_backtrace *fresh) { atomic_store_explicit(&hook, fresh, memory_order_release); }

bool sampler_is_due(size_t bytes, uint64_t *first) {
  if (thread.left >= bytes) {
    thread.left -= bytes;
    return false;
  }
  return is_due_at(bytes, first);
}

uint64_t sampler_draw(void) { return draw(); }

bool sampler_enter(void) {
  bool is_free = !thread.busy;
  thread.busy = true;
  return is_free;
}

void sampler_leave(void) { thread.busy = false; }

bool sampler_count(size_t bytes, const struct live_stack *stack, struct live_sample *counted) {
  return live_samples_count(bytes, stack, &shared->epoch, thread.epoch, counted);
}
