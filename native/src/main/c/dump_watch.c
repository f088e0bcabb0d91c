/*
 * Names for the dumps that jemalloc makes by itself.
 *
 * jemalloc calls the hook when the file is whole, on the thread whose allocation was one too many, inside malloc, with
 * its lock for dumps held. So the hook only puts the path down and wakes the resolver, which writes the names. At the
 * process's end there is no later, and no resolver: there the hook writes them itself.
 */

#include "dump_watch.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "allocator.h"
#include "dump.h"
#include "file_status.h"
#include "resolver.h"

#define CONTROL "experimental.hooks.prof_dump"

typedef void dump_hook(const char *path);

/* More dumps than PLACES that end within a millisecond or so stay without names. */
enum { PLACES = 16 };

enum place_state { PLACE_FREE, PLACE_TAKEN, PLACE_FULL };

/*
 * state: compare-and-swap from free to taken by the hook, which then owns path; release to full, acquire by the
 * resolver, which then owns path; release to free. Untouched pages cost nothing.
 */
static struct place {
  _Atomic int state;
  char path[PATH_MAX];
} places[PLACES];

/* How many places are full; sequentially consistent, as a part of the resolver's handshake. */
static _Atomic int full;

/* release before our hook is published, acquire in it. */
static _Atomic(dump_hook *) previous;

/* Serialises dump_watch_set; never taken in the hook. */
static pthread_mutex_t setting = PTHREAD_MUTEX_INITIALIZER;

/* With setting held: whether ours was published and not taken back. */
static bool set;

static bool ends_with(const char *text, const char *ending) {
  size_t length = strlen(text);
  size_t tail = strlen(ending);
  return length >= tail && strcmp(text + length - tail, ending) == 0;
}

/* Jemscope's own dumps, which get their names otherwise. */
static bool is_own(const char *path) { return ends_with(path, ".part"); }

const char *dump_watch_kind(const char *path) {
  static const char ending[] = ".heap";
  const char *name = strrchr(path, '/');
  name = name == NULL ? path : name + 1;
  const char *end = name + strlen(name);
  if (!ends_with(name, ending)) {
    return "manual";
  }
  end -= sizeof(ending) - 1;
  const char *word = end;
  while (word > name && word[-1] != '.') {
    word--;
  }
  size_t digits = strspn(word + (word < end), "0123456789");
  if (word == name || word + 1 + digits != end) {
    return "manual";
  }
  switch (*word) {
  case 'f':
    return digits == 0 ? "final" : "manual";
  case 'i':
    return digits > 0 ? "interval" : "manual";
  case 'u':
    return digits > 0 ? "highWater" : "manual";
  default:
    return "manual";
  }
}

/* Only beside a file of this user's: the path may as well be a terminal's, a pipe's, or another's. */
static void name_dump(const char *path, bool complete) {
  struct stat status;
  if (file_status_of_path(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
      status.st_size > 0) {
    dump_write_symbols(path, dump_watch_kind(path), complete);
  }
}

static void put_down(const char *path) {
  size_t length = strlen(path);
  for (int i = 0; i < PLACES && length < PATH_MAX; i++) {
    int expected = PLACE_FREE;
    if (atomic_compare_exchange_strong_explicit(&places[i].state, &expected, PLACE_TAKEN, memory_order_acquire,
                                                memory_order_relaxed)) {
      memcpy(places[i].path, path, length + 1);
      atomic_store_explicit(&places[i].state, PLACE_FULL, memory_order_release);
      atomic_fetch_add_explicit(&full, 1, memory_order_seq_cst);
      resolver_wake();
      return;
    }
  }
}

static void dumped(const char *path) {
  int error = errno;
  dump_hook *before = atomic_load_explicit(&previous, memory_order_acquire);
  if (before != NULL) {
    before(path);
  }
  if (!is_own(path)) {
    if (resolver_is_stopped() || strcmp(dump_watch_kind(path), "final") == 0) {
      name_dump(path, resolver_settle());
    } else {
      put_down(path);
    }
  }
  errno = error;
}

static bool has_work(void) { return atomic_load_explicit(&full, memory_order_seq_cst) > 0; }

static void work(bool complete) {
  for (int i = 0; i < PLACES; i++) {
    if (atomic_load_explicit(&places[i].state, memory_order_acquire) == PLACE_FULL) {
      name_dump(places[i].path, complete);
      atomic_fetch_sub_explicit(&full, 1, memory_order_seq_cst);
      atomic_store_explicit(&places[i].state, PLACE_FREE, memory_order_release);
    }
  }
}

static int write_current(dump_hook *hook) { return allocator_control(CONTROL, NULL, NULL, &hook, sizeof(hook)); }

int dump_watch_set(bool on) {
  dump_hook *current = NULL;
  size_t size = sizeof(current);
  int error = allocator_control(CONTROL, &current, &size, NULL, 0);
  if (error != 0) {
    return error;
  }
  pthread_mutex_lock(&setting);
  if (on && !set) {
    resolver_set_chore(has_work, work);
    atomic_store_explicit(&previous, current, memory_order_release);
    error = write_current(dumped);
    set = error == 0;
  } else if (!on && current == dumped) {
    /* Where somebody hooked in after us, ours must stay: theirs may call it. */
    error = write_current(atomic_load_explicit(&previous, memory_order_relaxed));
    set = error != 0;
  }
  pthread_mutex_unlock(&setting);
  return error;
}
