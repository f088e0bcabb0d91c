/*
 * Which class each method id belongs to.
 *
 * AsyncGetCallTrace only tells methods that have an id, and an id comes into being when somebody asks: hence
 * GetClassMethods for every class. That answer is kept too. A method id must not be shown to JVMTI once its class is
 * unloaded (early JDK 17s look through it into freed memory: JDK-8268364), and only holding the class keeps it so. So
 * each class is remembered by a weak reference, which is turned into a strong one before any of its ids is used.
 *
 * A class's ids mostly lie side by side, so they are kept as runs (first to last in steps of a pointer), which costs
 * some 24 bytes a class instead of 16 a method. New runs go to a journal under a short lock; whoever looks something up
 * merges the journal into a sorted array first.
 *
 * A program that keeps making classes must not cost more for ever, so those that are gone are swept out, in two turns:
 * first they are marked, and only when all frames have been named once more (a dead class's answer is then "gone", not
 * "never heard of", after which JVMTI would be asked) are they dropped.
 */

#include "catalog.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "region.h"

struct run {
  uintptr_t first;
  uintptr_t last;
  uint32_t holder;
};

enum { NO_HOLDER = 0 };

enum {
  JOURNAL_LONG = 4096, /* runs, 96 KiB: then somebody should merge it */
  SWEEP_LEAST = 4096
};

/* In the place of a reference: its class is gone, but its ids may still stand in frames that wait for a name. */
#define GONE ((jweak)(uintptr_t)1)

/* Guards everything below up to the blank line; no JVM call is made while it is held but the sweep's. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct region journal;
static size_t journal_runs;
static struct region holders; /* jweak or GONE by number from 1; a free one is NULL */
static uint32_t holders_used = 1;
static struct region free_holders;
static size_t free_holders_count;

/* Only touched by catalog_find and catalog_tidy, whose callers take turns. */
static struct region sorted;
static size_t sorted_runs;
static size_t sweep_at = SWEEP_LEAST;
static bool marked; /* some holder is GONE */

static jweak *holder(uint32_t number) { return (jweak *)holders.memory + number; }

static int compare_ids(const void *a, const void *b) {
  uintptr_t left = *(const uintptr_t *)a;
  uintptr_t right = *(const uintptr_t *)b;
  return left < right ? -1 : left > right;
}

static int compare_runs(const void *a, const void *b) {
  const struct run *left = a;
  const struct run *right = b;
  if (left->first != right->first) {
    return left->first < right->first ? -1 : 1;
  }
  return left->holder < right->holder ? -1 : left->holder > right->holder;
}

/* With lock held. */
static uint32_t new_holder(jweak reference) {
  uint32_t number;
  if (free_holders_count > 0) {
    number = ((uint32_t *)free_holders.memory)[--free_holders_count];
  } else if (region_reserve(&holders, (holders_used + (size_t)1) * sizeof(jweak))) {
    number = holders_used++;
  } else {
    return NO_HOLDER;
  }
  *holder(number) = reference;
  return number;
}

/* With lock held. ids are sorted. */
static void append_runs(const uintptr_t *ids, size_t count, uint32_t number) {
  for (size_t i = 0; i < count;) {
    size_t next = i + 1;
    while (next < count && ids[next] - ids[next - 1] == sizeof(void *)) {
      next++;
    }
    if (!region_reserve(&journal, (journal_runs + 1) * sizeof(struct run))) {
      return;
    }
    ((struct run *)journal.memory)[journal_runs++] = (struct run){ids[i], ids[next - 1], number};
    i = next;
  }
}

bool catalog_add(jvmtiEnv *jvmti, JNIEnv *jni, jclass type) {
  jint count = 0;
  jmethodID *methods = NULL;
  bool journal_is_long = false;
  if ((*jvmti)->GetClassMethods(jvmti, type, &count, &methods) != JVMTI_ERROR_NONE) {
    return false; /* not prepared yet, an array, a primitive: it has no methods to name, or comes again */
  }
  jweak reference = count == 0 ? NULL : (*jni)->NewWeakGlobalRef(jni, type);
  if (reference != NULL) {
    uintptr_t *ids = (uintptr_t *)methods; /* a jmethodID is a pointer's size, and opaque */
    qsort(ids, (size_t)count, sizeof(*ids), compare_ids);
    pthread_mutex_lock(&lock);
    uint32_t number = new_holder(reference);
    if (number != NO_HOLDER) {
      append_runs(ids, (size_t)count, number);
    }
    journal_is_long = journal_runs >= JOURNAL_LONG;
    pthread_mutex_unlock(&lock);
    if (number == NO_HOLDER) {
      (*jni)->DeleteWeakGlobalRef(jni, reference);
    }
  }
  (*jni)->ExceptionClear(jni); /* no room for one more weak reference: the class's frames go unnamed, no more */
  (*jvmti)->Deallocate(jvmti, (unsigned char *)methods);
  return journal_is_long;
}

void catalog_add_loaded(jvmtiEnv *jvmti, JNIEnv *jni) {
  jint count = 0;
  jclass *types = NULL;
  enum { LOCAL_REFERENCES = 1 << 16 }; /* the most that HotSpot grants; -Xcheck:jni warns of more than were asked for */
  (*jni)->EnsureLocalCapacity(jni, LOCAL_REFERENCES);
  if ((*jvmti)->GetLoadedClasses(jvmti, &count, &types) != JVMTI_ERROR_NONE) {
    return;
  }
  for (jint i = 0; i < count; i++) {
    catalog_add(jvmti, jni, types[i]);
    (*jni)->DeleteLocalRef(jni, types[i]);
  }
  (*jvmti)->Deallocate(jvmti, (unsigned char *)types);
}

/* With lock held: puts the journal's runs among the sorted ones. */
static void merge_journal(void) {
  if (journal_runs == 0 || !region_reserve(&sorted, (sorted_runs + journal_runs) * sizeof(struct run))) {
    return;
  }
  struct run *fresh = journal.memory;
  struct run *all = sorted.memory;
  qsort(fresh, journal_runs, sizeof(*fresh), compare_runs);
  size_t old = sorted_runs;
  size_t left = journal_runs;
  size_t out = old + left;
  while (left > 0) { /* from the back, so that nothing is overwritten before it is moved */
    if (old > 0 && compare_runs(&all[old - 1], &fresh[left - 1]) > 0) {
      all[--out] = all[--old];
    } else {
      all[--out] = fresh[--left];
    }
  }
  sorted_runs += journal_runs;
  journal_runs = 0;
}

/* With lock held: drops what was marked before. */
static void drop_marked(void) {
  struct run *runs = sorted.memory;
  size_t kept = 0;
  for (size_t i = 0; i < sorted_runs; i++) {
    if (*holder(runs[i].holder) != GONE) {
      runs[kept++] = runs[i];
    }
  }
  sorted_runs = kept;
  for (uint32_t number = 1; number < holders_used; number++) {
    if (*holder(number) == GONE && region_reserve(&free_holders, (free_holders_count + 1) * sizeof(uint32_t))) {
      ((uint32_t *)free_holders.memory)[free_holders_count++] = number;
      *holder(number) = NULL;
    }
  }
  marked = false;
}

/* With lock held: marks the classes that are gone. */
static void mark_gone(JNIEnv *jni) {
  for (uint32_t number = 1; number < holders_used; number++) {
    jweak reference = *holder(number);
    if (reference != NULL && reference != GONE && (*jni)->IsSameObject(jni, reference, NULL)) {
      (*jni)->DeleteWeakGlobalRef(jni, reference);
      *holder(number) = GONE;
      marked = true;
    }
  }
}

bool catalog_tidy(JNIEnv *jni) {
  pthread_mutex_lock(&lock);
  merge_journal();
  if (journal_runs > 0) {
    /* No room: what waits in the journal keeps its holders. */
  } else if (marked) {
    drop_marked();
    sweep_at = sorted_runs < SWEEP_LEAST / 2 ? SWEEP_LEAST : sorted_runs * 2;
  } else if (sorted_runs > sweep_at) {
    mark_gone(jni);
    sweep_at = marked ? sweep_at : sorted_runs * 2;
  }
  bool again = marked;
  pthread_mutex_unlock(&lock);
  return again;
}

static const struct run *search(uintptr_t method) {
  const struct run *runs = sorted.memory;
  size_t low = 0;
  size_t high = sorted_runs;
  while (low < high) { /* the last run that begins at or before method */
    size_t middle = low + (high - low) / 2;
    if (runs[middle].first <= method) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const struct run *run = low > 0 ? &runs[low - 1] : NULL;
  return run != NULL && method <= run->last && (method - run->first) % sizeof(void *) == 0 ? run : NULL;
}

enum catalog_answer catalog_find(JNIEnv *jni, uintptr_t method, jclass *type) {
  pthread_mutex_lock(&lock);
  merge_journal();
  const struct run *run = search(method);
  jweak reference = run == NULL ? NULL : *holder(run->holder);
  pthread_mutex_unlock(&lock);
  if (run == NULL) {
    return CATALOG_UNKNOWN;
  }
  /* Only catalog_tidy deletes the reference, and its callers and ours take turns. */
  *type = reference == GONE ? NULL : (*jni)->NewLocalRef(jni, reference);
  return *type == NULL ? CATALOG_GONE : CATALOG_FOUND;
}
