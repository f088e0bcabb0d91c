/*
 * Names for the frames in the table, taken soon after the sample, so that they outlive the class.
 *
 * The thread sleeps in the kernel while there is nothing to name. The hook may only post a semaphore to wake it, which
 * POSIX allows even in a signal handler, and does so once per sleep.
 */

#include "resolver.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

#include "allocator.h"
#include "catalog.h"
#include "counters.h"
#include "dump_watch.h"
#include "frames.h"
#include "java_calls.h"
#include "missing_ids.h"
#include "names.h"
#include "region.h"

enum { NAME_BYTES = 4096, NAP_NANOS = 1000000, PATIENCE_NAPS = 500, SETTLING_NAPS = 100 };

/* Makes callers of the catalog and of names_write take turns. JVM calls are made while it is held. */
static pthread_mutex_t naming = PTHREAD_MUTEX_INITIALIZER;

/*
 * By number; NULL = none yet. The array is there before the hook is first set and stays. A name is stored once, with
 * release and naming held, and loaded with acquire without that lock.
 */
static _Atomic(const char *) *names;

/* Only touched in resolver_start, whose callers take turns. */
static bool started;

/* Every number below it has a name. Written with naming held; release and acquire, since the hook compares it. */
static _Atomic uint32_t named = FRAMES_RESERVED;

/*
 * asleep and the frame table's count are a handshake, sequentially consistent: the thread sets asleep and then
 * looks for new frames, the hook enters frames and then looks at asleep.
 */
static _Atomic bool asleep;
static _Atomic bool untidy;  /* the catalog is; relaxed, since it is part of the same handshake as the count */
static _Atomic bool stopped; /* sequentially consistent, with asleep */
static sem_t awaken;

/* Not by semaphores or locks with a time limit: theirs is a time of day, which may be set back an hour meanwhile. */
static void nap(void) { nanosleep(&(struct timespec){0, NAP_NANOS}, NULL); }

/* Takes naming; false if another thread has it for longer than 500 ms. */
static bool lock_naming(void) {
  for (int i = 0; i < PATIENCE_NAPS; i++) {
    if (pthread_mutex_trylock(&naming) == 0) {
      return true;
    }
    nap();
  }
  return false;
}

static const char *get_name(uint32_t number) { return atomic_load_explicit(&names[number], memory_order_acquire); }

static void set_name(uint32_t number, const char *name) {
  atomic_store_explicit(&names[number], name, memory_order_release);
}

static bool has_unnamed(void) { return frames_count() > atomic_load_explicit(&named, memory_order_acquire); }

static bool has_pending(void) {
  return has_unnamed() || missing_ids_are_wanted() || atomic_load_explicit(&untidy, memory_order_relaxed) ||
         dump_watch_has_work();
}

bool resolver_is_stopped(void) { return atomic_load_explicit(&stopped, memory_order_seq_cst); }

void resolver_wake(void) {
  atomic_thread_fence(memory_order_seq_cst);
  if (atomic_load_explicit(&asleep, memory_order_seq_cst) && has_pending() && atomic_exchange(&asleep, false)) {
    sem_post(&awaken);
  }
}

void resolver_tidy(void) {
  atomic_store_explicit(&untidy, true, memory_order_relaxed);
  resolver_wake();
}

/* With naming held. */
static const char *name_one(jvmtiEnv *jvmti, JNIEnv *jni, struct frame_key key) {
  char name[NAME_BYTES];
  if ((*jni)->PushLocalFrame(jni, 16) == JNI_OK) {
    bool known = names_write(jvmti, jni, key, name, sizeof(name));
    (*jni)->PopLocalFrame(jni, NULL);
    const char *kept = known ? region_keep_text(name) : NULL;
    if (kept != NULL) {
      return kept;
    }
  }
  (*jni)->ExceptionClear(jni);
  counters_add(COUNTER_FRAMES_LOST);
  return NAME_LOST;
}

/* With naming held. */
static void name_pending(jvmtiEnv *jvmti, JNIEnv *jni) {
  uint32_t count = frames_count();
  uint32_t number = atomic_load_explicit(&named, memory_order_relaxed);
  bool gap = false;
  for (; number < count; number++) {
    struct frame_key key;
    if (get_name(number) == NULL && frames_get(number, &key)) {
      set_name(number, name_one(jvmti, jni, key));
    }
    gap |= get_name(number) == NULL; /* still being written: comes with the next turn */
    if (!gap) {
      atomic_store_explicit(&named, number + 1, memory_order_release);
    }
  }
}

bool resolver_catch_up(jvmtiEnv *jvmti, JNIEnv *jni) {
  if (names == NULL) {
    return true; /* the hook was never set */
  }
  if (!lock_naming()) {
    return false;
  }
  atomic_store_explicit(&untidy, false, memory_order_relaxed);
  missing_ids_create(jvmti, jni);
  do {
    name_pending(jvmti, jni);
  } while (catalog_tidy(jni)); /* twice at most */
  pthread_mutex_unlock(&naming);
  return true;
}

bool resolver_settle(void) {
  if (names == NULL) {
    return true; /* the hook was never set */
  }
  resolver_wake();
  for (int i = 0; i < SETTLING_NAPS && has_unnamed(); i++) {
    nap();
  }
  return !has_unnamed();
}

static void wait_for_frames(void) {
  atomic_store_explicit(&asleep, true, memory_order_seq_cst);
  /* The frame table's count is no part of the total order by itself: without this, and the one in resolver_wake, a
     processor may look at it before others see the store above. */
  atomic_thread_fence(memory_order_seq_cst);
  if (has_pending() || atomic_load_explicit(&stopped, memory_order_seq_cst)) {
    atomic_store_explicit(&asleep, false, memory_order_seq_cst);
    /* A nap even with work at hand: frames come in bursts, and one turn for many is cheaper than one for each. It is
       short, since a class can be unloaded at the next collection. */
    nap();
    return;
  }
  while (sem_wait(&awaken) != 0 && errno == EINTR) {
  }
}

static void JNICALL body(jvmtiEnv *jvmti, JNIEnv *jni, void *argument) {
  (void)argument;
  allocator_sample_thread(false);
  while (!atomic_load_explicit(&stopped, memory_order_seq_cst)) {
    wait_for_frames();
    if (!atomic_load_explicit(&stopped, memory_order_seq_cst)) {
      bool complete = resolver_catch_up(jvmti, jni);
      if (dump_watch_has_work()) {
        dump_watch_work(complete);
      }
    }
  }
}

int resolver_start(jvmtiEnv *jvmti, JNIEnv *jni) {
  if (names == NULL) {
    size_t bytes = FRAMES_CAPACITY * sizeof(*names);
    void *memory = region_map(bytes);
    if (memory == NULL) {
      return ENOMEM;
    }
    sem_init(&awaken, 0, 0);
    names = memory;
    set_name(FRAME_WITHOUT_METHOD, NAME_WITHOUT_METHOD);
    set_name(FRAME_DROPPED, NAME_DROPPED);
  }
  /* Apart from the memory: if the thread couldn't be started, a later call tries again. */
  started = started || java_start_thread(jvmti, jni, "jemscope-resolver", body);
  return started ? 0 : EAGAIN;
}

void resolver_stop(void) {
  atomic_store_explicit(&stopped, true, memory_order_seq_cst);
  if (names != NULL) {
    sem_post(&awaken);
  }
}

void resolver_each(void (*show)(void *sink, uint32_t number, const char *name), void *sink) {
  if (names == NULL) {
    return;
  }
  uint32_t count = frames_count();
  for (uint32_t number = 0; number < count; number++) {
    const char *name = get_name(number);
    if (name != NULL) {
      show(sink, number, name);
    }
  }
}
