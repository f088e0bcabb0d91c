/*
 * The hook that jemalloc calls for the stack of each sampled allocation. It runs inside malloc, on any thread, at any
 * moment of the VM's life: no allocation, no lock, no call that reaches the dynamic linker, no JVM call but
 * AsyncGetCallTrace, bounded time, and a stack of less than 4 KiB. All state of a call is on its own stack, so a call
 * within a call is harmless.
 *
 * Thread-local storage is not safe here. Its first use in a thread can make the dynamic linker resize the thread's
 * table of it (the DTV), and that realloc can be the sampled call: using such storage now would resize the same table
 * twice. libjvm's is of that kind, and GetEnv uses it. So the hook reads HotSpot's current thread by its pthread key,
 * as AsyncGetCallTrace does, which is made for signal handlers.
 *
 * It asks the hook before it (jemalloc's own unwinder) for the native frames and then appends the Java frames, each as
 * a number that no address can be, and the time.
 */

#include "hook.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>

#include "allocator.h"
#include "births.h"
#include "counters.h"
#include "frames.h"
#include "missing_ids.h"
#include "objects.h"
#include "resolver.h"
#include "vm.h"

typedef void backtrace_hook(void **stack, unsigned *length, unsigned capacity);

/* 3 KiB; deeper than jemalloc's usual 128. Where a build keeps more, a stack is cut here and marked as cut. */
enum { JAVA_FRAMES = 191, LEADING = 16 };

/* Written before the hook is first published to jemalloc (a release store there), never again. */
static async_get_call_trace *call_trace;
static struct code_ranges own_code;
static struct code_ranges allocator_code;

/* Written likewise: there is no JVM, and so no call_trace. */
static bool is_native_only;

/* Why call_trace is NULL after hook_prepare. */
static const char *obstacle;

/*
 * closed and in_flight are one handshake, both sequentially consistent: a call first counts itself and then looks at
 * closed, hook_close first sets closed and then looks at the count, so one of the two always sees the other.
 */
static _Atomic bool closed;
static _Atomic uint32_t in_flight;

/* Callers of hook_set, hook_is_set and hook_close take turns; never taken in the hook. */
static pthread_mutex_t arming = PTHREAD_MUTEX_INITIALIZER;

/*
 * AsyncGetCallTrace wants a context for threads that run Java code itself; a thread inside malloc has left it, and its
 * last Java frame says where. An all-zero context makes it return "unknown" rather than guess. It is never written.
 */
static ucontext_t no_context;

/* How many leading words are jemalloc's and the hook's: those between the sampled malloc and its unwinder. The rest
   stays, also if this library itself allocates. */
static unsigned leading_frames(void *const *stack, unsigned length) {
  unsigned skip = 0;
  /* The hook's own frame first: if jemalloc is part of the executable, its frames can't be recognised by address. */
  for (unsigned i = 0; skip == 0 && i < length && i < LEADING; i++) {
    if (objects_contain(&own_code, (uintptr_t)stack[i] - 1)) {
      skip = i + 1;
    }
  }
  while (skip < length && objects_contain(&allocator_code, (uintptr_t)stack[skip] - 1)) {
    skip++;
  }
  return skip < length ? skip : 0;
}

static void count_failure(jint reason) {
  static const enum counter reasons[] = {
      [1] = COUNTER_FAILED_NO_CLASS_LOAD,
      [2] = COUNTER_GC,
      [3] = COUNTER_FAILED_UNKNOWN_NOT_JAVA,
      [4] = COUNTER_FAILED_NOT_WALKABLE_NOT_JAVA,
      [5] = COUNTER_FAILED_UNKNOWN_JAVA,
      [6] = COUNTER_FAILED_NOT_WALKABLE,
      [7] = COUNTER_FAILED_UNKNOWN_STATE,
      [8] = COUNTER_FAILED_EXITING,
      [9] = COUNTER_FAILED_DEOPT,
      [10] = COUNTER_FAILED_SAFEPOINT,
  };
  bool known = reason < 0 && reason >= -10;
  counters_add(known ? reasons[-reason] : COUNTER_FAILED_OTHER);
}

/* The Java frames of this thread; if there are none, 0 with the reason counted. */
static jint java_frames(ASGCT_CallFrame *frames, jint depth) {
  JNIEnv *jni = vm_current_jni();
  if (jni == NULL) {
    counters_add(COUNTER_THREAD_NATIVE);
    return 0;
  }
  if (vm_is_starting(jni)) {
    counters_add(COUNTER_THREAD_STARTING);
    return 0;
  }
  if (vm_is_without_java(jni)) {
    counters_add(COUNTER_EMPTY);
    return 0;
  }
  if (!vm_runs_java(jni)) {
    counters_add(COUNTER_THREAD_NATIVE);
    return 0;
  }
  ASGCT_CallTrace trace = {jni, 0, frames};
  void **found = vm_find_return(jni);
  call_trace(&trace, depth, &no_context);
  if (found != NULL) {
    vm_forget_return(found);
  }
  if (trace.num_frames > 0) {
    counters_add(COUNTER_JAVA);
    missing_ids_note(jni, frames, trace.num_frames);
  } else if (trace.num_frames == 0) {
    counters_add(COUNTER_EMPTY);
  } else {
    count_failure(trace.num_frames);
  }
  return trace.num_frames > 0 ? trace.num_frames : 0;
}

static void *word(uint64_t value) { return (void *)(uintptr_t)value; }

/* Appends the Java frames; returns whether frames were left out. */
static bool append_java(void **stack, unsigned *length, unsigned capacity) {
  ASGCT_CallFrame frames[JAVA_FRAMES + 1];
  /* The unwinder's last word is then the compiled Java code that the Java frames explain: theirs is its place. */
  unsigned explained = *length > 0 && vm_code_cache_contains((uintptr_t)stack[*length - 1]) ? 1 : 0;
  unsigned room = capacity - *length + explained;
  if (room > JAVA_FRAMES) {
    room = JAVA_FRAMES;
  }
  /* One more than fits, to see whether the stack is deeper. */
  jint count = java_frames(frames, (jint)room + 1);
  if (count == 0) {
    return false;
  }
  *length -= explained;
  if (*length == 0) {
    counters_add(COUNTER_JAVA_FIRST);
  }
  unsigned kept = (unsigned)count < room ? (unsigned)count : room;
  for (unsigned i = 0; i < kept; i++) {
    struct frame_key key = {(uintptr_t)frames[i].method_id, frames[i].lineno};
    stack[(*length)++] = word(HOOK_JAVA_FRAME | frames_number(key));
  }
  resolver_wake();
  return (unsigned)count > kept;
}

static void sampled(void **stack, unsigned *length, unsigned capacity);

/* With arming held, except for previous. */
static struct allocator_hook chain = {.control = "experimental.hooks.prof_backtrace", .ours = (any_hook *)sampled};

static void sampled(void **stack, unsigned *length, unsigned capacity) {
  int error = errno;
  backtrace_hook *native = (backtrace_hook *)atomic_load_explicit(&chain.previous, memory_order_acquire);
  native(stack, length, capacity);
  bool cut = *length >= capacity;
  uint64_t birth = capacity > 2 ? births_word() : 0; /* a birth needs room beside a frame and the mark */
  unsigned room = birth == 0 ? capacity : capacity - 1;
  unsigned skip = leading_frames(stack, *length);
  if (skip > 0) {
    *length -= skip;
    memmove(stack, stack + skip, *length * sizeof(*stack));
  }
  if (*length >= room) {
    *length = room;
    cut = true;
  }
  atomic_fetch_add_explicit(&in_flight, 1, memory_order_seq_cst);
  if (!atomic_load_explicit(&closed, memory_order_seq_cst)) {
    counters_add(COUNTER_SAMPLES);
    if (*length < room && call_trace != NULL) {
      cut |= append_java(stack, length, room);
    }
    if (cut) {
      counters_add(COUNTER_CUT);
    }
  }
  atomic_fetch_sub_explicit(&in_flight, 1, memory_order_seq_cst);
  if (cut) {
    if (*length == room) {
      (*length)--;
    }
    stack[(*length)++] = word(HOOK_MARKER_CUT);
  }
  if (birth != 0) {
    stack[(*length)++] = word(birth);
  }
  errno = error;
}

static void find_code(void) {
  objects_find(&own_code, (uintptr_t)&sampled);
  objects_find(&allocator_code, allocator_entry());
  if (allocator_code.in_executable) {
    allocator_code.count = 0; /* the program's own frames must stay, and look the same */
  }
}

void hook_prepare_without_jvm(void) {
  find_code();
  is_native_only = true;
}

int hook_prepare(JavaVM *vm, JNIEnv *jni) {
  if (call_trace != NULL) {
    return 0;
  }
  if (!frames_open()) {
    return ENOMEM;
  }
  find_code();
  call_trace = vm_open(vm, jni, &obstacle);
  return call_trace == NULL ? ENOTSUP : 0;
}

const char *hook_obstacle(void) { return obstacle; }

int hook_set(bool on) {
  if (on && call_trace == NULL && !is_native_only) {
    return EINVAL;
  }
  pthread_mutex_lock(&arming);
  int error = on && atomic_load_explicit(&closed, memory_order_relaxed) ? ECANCELED : allocator_hook_set(&chain, on);
  pthread_mutex_unlock(&arming);
  return error;
}

bool hook_is_set(void) {
  pthread_mutex_lock(&arming);
  bool set = allocator_hook_is_set(&chain);
  pthread_mutex_unlock(&arming);
  return set;
}

void hook_close(void) {
  enum { STEPS = 100, STEP_NANOS = 1000000 }; /* 100 ms: a call under way takes microseconds */
  pthread_mutex_lock(&arming);
  atomic_store_explicit(&closed, true, memory_order_seq_cst);
  if (call_trace != NULL || is_native_only) {
    allocator_hook_set(&chain, false);
  }
  pthread_mutex_unlock(&arming);
  for (int i = 0; i < STEPS && atomic_load_explicit(&in_flight, memory_order_seq_cst) != 0; i++) {
    nanosleep(&(struct timespec){0, STEP_NANOS}, NULL);
  }
}
