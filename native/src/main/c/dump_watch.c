/*
 * Names for the dumps that jemalloc makes by itself.
 *
 * jemalloc calls the hook when the file is whole: on the thread whose allocation caused the dump, inside malloc, with
 * the lock for dumps held. So the hook only stores the path and wakes the resolver, which writes the names. At the
 * process's end the resolver has stopped, and the hook writes them itself.
 */

#include "dump_watch.h"

#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "allocator.h"
#include "dump.h"
#include "file_status.h"
#include "resolver.h"

typedef void dump_hook(const char *path);

/* If more dumps end within a millisecond or so, the others stay without names. */
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

static void dumped(const char *path);

static struct allocator_hook chain = {.control = "experimental.hooks.prof_dump", .ours = (any_hook *)dumped};

/* Jemscope's own dumps get their names from dump.c. */
static bool is_own(const char *path) {
  const char *dot = strrchr(path, '.');
  return dot != NULL && strcmp(dot, ".part") == 0;
}

const char *dump_watch_kind(const char *path) {
  /* <prefix>.<pid>.<number>.<kind>.heap: f alone, or a letter and a number. */
  const char *word = NULL;
  const char *end = NULL;
  for (const char *c = path; *c != '\0'; c++) {
    if (*c == '/') {
      end = NULL;
    } else if (*c == '.') {
      word = end;
      end = c;
    }
  }
  if (word == NULL || end == NULL || strcmp(end, ".heap") != 0) {
    return "manual";
  }
  size_t length = (size_t)(end - word) - 1;
  if (length == 1 && word[1] == 'f') {
    return "final";
  }
  bool numbered = length > 1 && strspn(word + 2, "0123456789") == length - 1;
  return numbered && word[1] == 'i' ? "interval" : numbered && word[1] == 'u' ? "highWater" : "manual";
}

/* Only beside a regular file of this user's: the path can also be a terminal, a pipe, or another user's file. */
static void name_dump(const char *path, bool complete) {
  struct stat status;
  if (file_status_of_path(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
      status.st_size > 0) {
    dump_write_symbols(path, dump_watch_kind(path), complete);
  }
}

static void store_path(const char *path) {
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
  dump_hook *before = (dump_hook *)atomic_load_explicit(&chain.previous, memory_order_acquire);
  if (before != NULL) {
    before(path);
  }
  if (!is_own(path)) {
    if (resolver_is_stopped() || strcmp(dump_watch_kind(path), "final") == 0) {
      name_dump(path, resolver_settle());
    } else {
      store_path(path);
    }
  }
  errno = error;
}

bool dump_watch_has_work(void) { return atomic_load_explicit(&full, memory_order_seq_cst) > 0; }

void dump_watch_work(bool complete) {
  for (int i = 0; i < PLACES; i++) {
    if (atomic_load_explicit(&places[i].state, memory_order_acquire) == PLACE_FULL) {
      name_dump(places[i].path, complete);
      atomic_fetch_sub_explicit(&full, 1, memory_order_seq_cst);
      atomic_store_explicit(&places[i].state, PLACE_FREE, memory_order_release);
    }
  }
}

int dump_watch_set(bool on) { return allocator_hook_set(&chain, on); }
