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
#include <sys/mman.h>
#include <time.h>

#include "allocator.h"
#include "counters.h"
#include "frames.h"
#include "names.h"
#include "region.h"
#include "system_thread.h"

enum { NAME_BYTES = 4096, NAP_MILLIS = 1, PATIENCE_MILLIS = 500 };

/* Guards names, and makes callers of the catalog and of names take turns. JVM calls are made while it is held. */
static pthread_mutex_t naming = PTHREAD_MUTEX_INITIALIZER;
static const char **names; /* by number; NULL = none yet */

/* Every number below it has a name. Written with naming held; release and acquire, since the hook compares it. */
static _Atomic uint32_t named = FRAMES_RESERVED;

/*
 * asleep and the frame table's count are a handshake, sequentially consistent: the thread says that it sleeps and then
 * looks for new frames, the hook enters frames and then looks whether the thread sleeps.
 */
static _Atomic bool asleep;
static _Atomic bool stopped; /* sequentially consistent, with asleep */
static sem_t awaken;

static struct timespec after_millis(long millis) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_nsec += millis % 1000 * 1000000;
  time.tv_sec += millis / 1000 + time.tv_nsec / 1000000000;
  time.tv_nsec %= 1000000000;
  return time;
}

static bool has_pending(void) { return frames_count() > atomic_load_explicit(&named, memory_order_acquire); }

void resolver_wake(void) {
  atomic_thread_fence(memory_order_seq_cst);
  if (atomic_load_explicit(&asleep, memory_order_seq_cst) && has_pending() && atomic_exchange(&asleep, false)) {
    sem_post(&awaken);
  }
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
    if (names[number] == NULL && frames_get(number, &key)) {
      names[number] = name_one(jvmti, jni, key);
    }
    gap |= names[number] == NULL; /* still being written: comes with the next turn */
    if (!gap) {
      atomic_store_explicit(&named, number + 1, memory_order_release);
    }
  }
}

bool resolver_catch_up(jvmtiEnv *jvmti, JNIEnv *jni) {
  struct timespec until = after_millis(PATIENCE_MILLIS);
  if (names == NULL || pthread_mutex_timedlock(&naming, &until) != 0) {
    return false;
  }
  name_pending(jvmti, jni);
  pthread_mutex_unlock(&naming);
  return true;
}

static void wait_for_frames(void) {
  atomic_store_explicit(&asleep, true, memory_order_seq_cst);
  if (has_pending() || atomic_load_explicit(&stopped, memory_order_seq_cst)) {
    atomic_store_explicit(&asleep, false, memory_order_seq_cst);
    /* A nap even with work at hand: frames come in bursts, and one turn for many is cheaper than one for each. It is
       short, since a class can be unloaded at the next collection. */
    struct timespec until = after_millis(NAP_MILLIS);
    while (!atomic_load_explicit(&stopped, memory_order_seq_cst) && sem_timedwait(&awaken, &until) != 0 &&
           errno == EINTR) {
    }
    return;
  }
  while (sem_wait(&awaken) != 0 && errno == EINTR) {
  }
}

static void JNICALL run(jvmtiEnv *jvmti, JNIEnv *jni, void *argument) {
  (void)argument;
  allocator_sample_thread(false);
  while (!atomic_load_explicit(&stopped, memory_order_seq_cst)) {
    wait_for_frames();
    if (!atomic_load_explicit(&stopped, memory_order_seq_cst)) {
      resolver_catch_up(jvmti, jni);
    }
  }
}

bool resolver_start(jvmtiEnv *jvmti, JNIEnv *jni) {
  if (names != NULL) {
    return true;
  }
  size_t bytes = FRAMES_CAPACITY * sizeof(*names);
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED || sem_init(&awaken, 0, 0) != 0) {
    return false;
  }
  names = memory;
  names[FRAME_WITHOUT_METHOD] = NAME_WITHOUT_METHOD;
  names[FRAME_DROPPED] = NAME_DROPPED;
  return system_thread_start(jvmti, jni, "jemscope-resolver", run, NULL);
}

void resolver_stop(void) {
  atomic_store_explicit(&stopped, true, memory_order_seq_cst);
  if (names != NULL) {
    sem_post(&awaken);
  }
}

void resolver_each(void (*show)(void *sink, uint32_t number, const char *name), void *sink) {
  struct timespec until = after_millis(PATIENCE_MILLIS);
  if (names == NULL || pthread_mutex_timedlock(&naming, &until) != 0) {
    return;
  }
  uint32_t count = frames_count();
  for (uint32_t number = 0; number < count; number++) {
    if (names[number] != NULL) {
      show(sink, number, names[number]);
    }
  }
  pthread_mutex_unlock(&naming);
}
