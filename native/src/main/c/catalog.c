/*
 * Which class each method id belongs to.
 *
 * AsyncGetCallTrace reports only methods that have an id, and the JVM creates ids on request: hence GetClassMethods for
 * each class. A method id must not be passed to JVMTI once its class is unloaded (JDK-8268364, JDK-8339725); it is safe
 * while the class is held. So the catalog keeps a weak reference to each class, and turns it into a strong one before
 * any of the class's ids is used.
 *
 * HotSpot never frees the memory of ids, so two kinds of classes get none here, and missing_ids.c creates those that a
 * sampled stack needs:
 *
 *   - hidden classes, once ids for hidden classes have cost HIDDEN_LIMIT. The first thousands, the lambdas of a
 *     program's start, get theirs.
 *   - classes of other than the built-in loaders, once ids whose classes were unloaded have cost UNLOADED_LIMIT.
 *
 * A class's ids mostly have one constant distance, so the catalog stores ranges (first to last in constant steps), some
 * 32 bytes a class instead of 16 a method. New ranges go to a journal under a short lock; a lookup merges the journal
 * into a sorted array first.
 *
 * Classes that are gone are removed in two turns: catalog_tidy first marks them, and drops them only after all frames
 * have been named once more. Between the turns their ids are reported as gone, never as unknown.
 */

#include "catalog.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "region.h"

struct id_range {
  uintptr_t first;
  uintptr_t last;
  uintptr_t reach; /* in the sorted array: the greatest last up to and including this range; ranges can overlap */
  uint32_t step;
  uint32_t holder;
};

enum { NO_HOLDER = 0 };

enum {
  JOURNAL_LONG = 4096, /* ranges, 128 KiB: time to merge it */
  SWEEP_LEAST = 4096,
  MAX_STEP = 64, /* ids are 8 apart up to JDK 25 (addresses) and 1 apart from JDK 26 on (numbers) */

  /* Bytes of ids. */
  HIDDEN_LIMIT = 512 << 10,
  UNLOADED_LIMIT = 1 << 20,
  SWEEP_BYTES = 512 << 10, /* after that many new ones it is time to look which classes are gone */

  /* HotSpot allocates ids in blocks of 8 or more, for each loader; a hidden class counts as a loader of its own. */
  BLOCK_IDS = 8,
  BLOCK_BYTES = 64
};

/* In the place of a reference: its class is gone, but its ids may still stand in frames that wait for a name. */
#define GONE ((jweak)(uintptr_t)1)

/* Guards everything below up to the blank line; no JVM call is made while it is held but the sweep's. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct region journal;
static size_t journal_ranges;
static struct region holders; /* jweak or GONE by number from 1; a free one is NULL */
static uint32_t holders_used = 1;
static uint32_t next_holder = 1; /* none below it is free */
static size_t hidden_bytes;   /* of ids for hidden classes, ever */
static size_t unloaded_bytes; /* of ids whose classes are gone */
static size_t bytes_since_sweep;

/* Only touched by catalog_find and catalog_tidy, whose callers take turns. */
static struct region sorted;
static size_t sorted_ranges;
static size_t sweep_at = SWEEP_LEAST;
static bool marked; /* some holder is GONE */

static jweak *holder(uint32_t number) { return (jweak *)holders.memory + number; }

static int compare_ids(const void *a, const void *b) {
  uintptr_t left = *(const uintptr_t *)a;
  uintptr_t right = *(const uintptr_t *)b;
  return left < right ? -1 : left > right;
}

static int compare_ranges(const void *a, const void *b) {
  const struct id_range *left = a;
  const struct id_range *right = b;
  if (left->first != right->first) {
    return left->first < right->first ? -1 : 1;
  }
  return left->holder < right->holder ? -1 : left->holder > right->holder;
}

/* With lock held. */
static uint32_t new_holder(jweak reference) {
  while (next_holder < holders_used && *holder(next_holder) != NULL) {
    next_holder++;
  }
  if (next_holder == holders_used) {
    if (!region_reserve(&holders, (holders_used + (size_t)1) * sizeof(jweak))) {
      return NO_HOLDER;
    }
    holders_used++;
  }
  *holder(next_holder) = reference;
  return next_holder++;
}

/* With lock held. ids are sorted. */
static void append_ranges(const uintptr_t *ids, size_t count, uint32_t number) {
  for (size_t i = 0; i < count;) {
    size_t next = i + 1;
    uintptr_t step = next < count ? ids[next] - ids[i] : 1;
    step = step >= 1 && step <= MAX_STEP ? step : 1;
    while (next < count && ids[next] - ids[next - 1] == step) {
      next++;
    }
    if (!region_reserve(&journal, (journal_ranges + 1) * sizeof(struct id_range))) {
      return;
    }
    ((struct id_range *)journal.memory)[journal_ranges++] =
        (struct id_range){ids[i], ids[next - 1], 0, (uint32_t)step, number};
    i = next;
  }
}

/* Enters ids, which it sorts; true if it is time for catalog_tidy. */
static bool enter(JNIEnv *jni, jclass type, uintptr_t *ids, size_t count) {
  jweak reference = (*jni)->NewWeakGlobalRef(jni, type);
  if (reference == NULL) {
    (*jni)->ExceptionClear(jni); /* no memory for one more weak reference: the class's frames stay without names */
    return false;
  }
  qsort(ids, count, sizeof(*ids), compare_ids);
  pthread_mutex_lock(&lock);
  uint32_t number = new_holder(reference);
  if (number != NO_HOLDER) {
    append_ranges(ids, count, number);
    bytes_since_sweep += count * sizeof(jmethodID);
  }
  bool time_to_tidy = journal_ranges >= JOURNAL_LONG || bytes_since_sweep >= SWEEP_BYTES;
  pthread_mutex_unlock(&lock);
  if (number == NO_HOLDER) {
    (*jni)->DeleteWeakGlobalRef(jni, reference);
  }
  return time_to_tidy;
}

/* A hidden class's signature has a '.' between its name and the number that makes it unique. */
static bool is_hidden(jvmtiEnv *jvmti, jclass type) {
  char *signature = NULL;
  if ((*jvmti)->GetClassSignature(jvmti, type, &signature, NULL) != JVMTI_ERROR_NONE) {
    return false;
  }
  bool hidden = strchr(signature, '.') != NULL;
  (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
  return hidden;
}

static bool is_worth_its_ids(jvmtiEnv *jvmti, JNIEnv *jni, jclass type, bool hidden) {
  pthread_mutex_lock(&lock);
  bool worth = hidden_bytes < HIDDEN_LIMIT || !hidden;
  bool only_builtin = unloaded_bytes >= UNLOADED_LIMIT;
  pthread_mutex_unlock(&lock);
  return worth && (!only_builtin || hidden || names_loader_is_builtin(jvmti, jni, type));
}

bool catalog_add(jvmtiEnv *jvmti, JNIEnv *jni, jclass type) {
  jint count = 0;
  jmethodID *methods = NULL;
  bool hidden = is_hidden(jvmti, type);
  if (!is_worth_its_ids(jvmti, jni, type, hidden) ||
      (*jvmti)->GetClassMethods(jvmti, type, &count, &methods) != JVMTI_ERROR_NONE) {
    return false; /* or it has no methods: an array, a primitive, or not prepared yet */
  }
  size_t ids = (size_t)count;
  if (hidden) {
    pthread_mutex_lock(&lock);
    hidden_bytes += (ids < BLOCK_IDS ? BLOCK_IDS : ids) * sizeof(jmethodID) + BLOCK_BYTES;
    pthread_mutex_unlock(&lock);
  }
  /* A jmethodID is an opaque value of a pointer's size. */
  bool time_to_tidy = ids > 0 && enter(jni, type, (uintptr_t *)methods, ids);
  (*jvmti)->Deallocate(jvmti, (unsigned char *)methods);
  return time_to_tidy;
}

void catalog_add_method(JNIEnv *jni, jclass type, jmethodID method) {
  uintptr_t id = (uintptr_t)method;
  enter(jni, type, &id, 1);
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

/* With lock held. */
static void set_reach(void) {
  struct id_range *ranges = sorted.memory;
  uintptr_t reach = 0;
  for (size_t i = 0; i < sorted_ranges; i++) {
    reach = ranges[i].last > reach ? ranges[i].last : reach;
    ranges[i].reach = reach;
  }
}

/* With lock held: moves the journal's ranges to the sorted ones. */
static void merge_journal(void) {
  if (journal_ranges == 0 || !region_reserve(&sorted, (sorted_ranges + journal_ranges) * sizeof(struct id_range))) {
    return;
  }
  struct id_range *fresh = journal.memory;
  struct id_range *all = sorted.memory;
  qsort(fresh, journal_ranges, sizeof(*fresh), compare_ranges);
  size_t old = sorted_ranges;
  size_t left = journal_ranges;
  size_t out = old + left;
  while (left > 0) { /* from the back, so that nothing is overwritten before it is moved */
    if (old > 0 && compare_ranges(&all[old - 1], &fresh[left - 1]) > 0) {
      all[--out] = all[--old];
    } else {
      all[--out] = fresh[--left];
    }
  }
  sorted_ranges += journal_ranges;
  journal_ranges = 0;
  set_reach();
}

/* With lock held: drops what was marked before. */
static void drop_marked(void) {
  struct id_range *ranges = sorted.memory;
  size_t kept = 0;
  for (size_t i = 0; i < sorted_ranges; i++) {
    if (*holder(ranges[i].holder) != GONE) {
      ranges[kept++] = ranges[i];
    } else {
      unloaded_bytes += ((ranges[i].last - ranges[i].first) / ranges[i].step + 1) * sizeof(jmethodID);
    }
  }
  sorted_ranges = kept;
  set_reach();
  for (uint32_t number = 1; number < holders_used; number++) {
    if (*holder(number) == GONE) {
      *holder(number) = NULL;
    }
  }
  next_holder = 1;
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
  if (journal_ranges > 0) {
    /* No room: what waits in the journal keeps its holders. */
  } else if (marked) {
    drop_marked();
    sweep_at = sorted_ranges < SWEEP_LEAST / 2 ? SWEEP_LEAST : sorted_ranges * 2;
  } else if (sorted_ranges > sweep_at || bytes_since_sweep >= SWEEP_BYTES) {
    bytes_since_sweep = 0;
    mark_gone(jni);
    sweep_at = marked ? sweep_at : sorted_ranges * 2;
  }
  bool again = marked;
  pthread_mutex_unlock(&lock);
  return again;
}

static const struct id_range *search(uintptr_t method) {
  const struct id_range *ranges = sorted.memory;
  size_t low = 0;
  size_t high = sorted_ranges;
  while (low < high) { /* the first range that begins after method */
    size_t middle = low + (high - low) / 2;
    if (ranges[middle].first <= method) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  while (low > 0 && ranges[low - 1].reach >= method) {
    const struct id_range *range = &ranges[--low];
    if (method <= range->last && (method - range->first) % range->step == 0) {
      return range;
    }
  }
  return NULL;
}

enum catalog_answer catalog_find(JNIEnv *jni, uintptr_t method, jclass *type) {
  pthread_mutex_lock(&lock);
  merge_journal();
  const struct id_range *range = search(method);
  jweak reference = range == NULL ? NULL : *holder(range->holder);
  pthread_mutex_unlock(&lock);
  if (range == NULL) {
    return CATALOG_UNKNOWN;
  }
  /* Only catalog_tidy deletes the reference, and its callers and ours take turns. */
  *type = reference == GONE ? NULL : (*jni)->NewLocalRef(jni, reference);
  return *type == NULL ? CATALOG_GONE : CATALOG_FOUND;
}
