/* Names are looked up without a lock in a table with open addressing, which is never more than half full. */

#include "thread_names.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "region.h"

enum { NAME_BYTES = 128, SLOTS = 2 * THREAD_NAMES };

/* Numbers of names; 0 = empty. Released after the name was written. */
static _Atomic uint16_t *slots;
static char (*names)[NAME_BYTES]; /* by number; allocated as it is touched */

/* With the lock held. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint16_t last;

bool thread_names_open(void) {
  pthread_mutex_lock(&lock);
  if (slots == NULL) {
    names = region_reserve_only((size_t)THREAD_NAMES * NAME_BYTES);
    slots = names == NULL ? NULL : region_map(SLOTS * sizeof(*slots));
  }
  bool is_open = slots != NULL;
  pthread_mutex_unlock(&lock);
  return is_open;
}

/* jemalloc takes no other characters either. */
static void copy_printable(const char *name, char *printable) {
  size_t length = 0;
  for (; name[length] != '\0' && length < NAME_BYTES - 1; length++) {
    bool is_printable = name[length] >= ' ' && name[length] <= '~';
    printable[length] = is_printable ? name[length] : '?';
  }
  printable[length] = '\0';
}

static size_t slot_of(const char *name) {
  uint64_t hash = 0;
  for (const char *c = name; *c != '\0'; c++) {
    hash = (hash ^ (unsigned char)*c) * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 29;
  }
  return hash % SLOTS;
}

/* The slot of the name, or the empty one where it belongs. */
static _Atomic uint16_t *find(const char *name) {
  for (size_t slot = slot_of(name);; slot = (slot + 1) % SLOTS) {
    uint16_t number = atomic_load_explicit(&slots[slot], memory_order_acquire);
    if (number == 0 || strcmp(names[number], name) == 0) {
      return &slots[slot];
    }
  }
}

static uint16_t add(const char *name) {
  pthread_mutex_lock(&lock);
  _Atomic uint16_t *slot = find(name); /* again: another thread may have added it */
  uint16_t number = atomic_load_explicit(slot, memory_order_relaxed);
  if (number == 0 && last < THREAD_NAMES - 1) {
    number = ++last;
    strcpy(names[number], name);
    atomic_store_explicit(slot, number, memory_order_release);
  }
  pthread_mutex_unlock(&lock);
  return number;
}

uint16_t thread_names_number(const char *name) {
  char printable[NAME_BYTES];
  copy_printable(name, printable);
  if (printable[0] == '\0') {
    return 0;
  }
  uint16_t number = atomic_load_explicit(find(printable), memory_order_acquire);
  return number != 0 ? number : add(printable);
}

const char *thread_names_text(uint16_t number) { return number == 0 ? "" : names[number]; }

void thread_names_after_fork(void) { lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER; }
