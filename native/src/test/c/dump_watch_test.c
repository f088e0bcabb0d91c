/* What is done about a dump that jemalloc tells of, and when. jemalloc, the resolver and the files are the test's own.
 */

#include "dump_watch.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "allocator.h"
#include "check.h"
#include "dump.h"
#include "objects.h"
#include "resolver.h"
#include "sampler_controls.h"

typedef void dump_hook(const char *path);

static dump_hook *current;
static bool without_hooks;
static bool stopped;
static int wakes;
static int told_another;

static int written;
static char last_path[PATH_MAX];
static char last_kind[32];
static bool last_complete;

int mallctl(const char *name, void *old, size_t *old_size, void *fresh, size_t fresh_size);

int mallctl(const char *name, void *old, size_t *old_size, void *fresh, size_t fresh_size) {
  CHECK(strcmp(name, "experimental.hooks.prof_dump") == 0);
  if (without_hooks) {
    return ENOENT;
  }
  if (old != NULL) {
    CHECK(*old_size == sizeof(current));
    memcpy(old, &current, sizeof(current));
  }
  if (fresh != NULL) {
    CHECK(fresh_size == sizeof(current));
    memcpy(&current, fresh, sizeof(current));
  }
  return 0;
}

bool resolver_settle(void) { return true; }
bool resolver_is_stopped(void) { return stopped; }
/* There is a jemalloc, so nobody asks the sampler. */
int sampler_mallctl(const char *name, void *old, size_t *old_size, void *fresh, size_t fresh_size) {
  (void)name, (void)old, (void)old_size, (void)fresh, (void)fresh_size;
  return ENOENT;
}
bool sampler_profiles_by(const char *name) {
  (void)name;
  return false;
}
int sampler_name_to_mib(const char *name, size_t *mib, size_t *length) {
  (void)name, (void)mib, (void)length;
  return ENOENT;
}

bool objects_is_stub(const void *function) {
  (void)function;
  return false;
}

bool objects_path(uintptr_t address, char path[PATH_MAX]) {
  (void)address;
  (void)path;
  return false;
}

void resolver_wake(void) { wakes++; }

int dump_write_symbols(const char *path, const char *kind, bool complete) {
  written++;
  strcpy(last_path, path);
  strcpy(last_kind, kind);
  last_complete = complete;
  return 0;
}

static void another(const char *path) {
  (void)path;
  told_another++;
}

static bool is_kind(const char *path, const char *kind) { return strcmp(dump_watch_kind(path), kind) == 0; }

static void a_name_says_what_made_the_dump(void) {
  CHECK(is_kind("jeprof.4711.0.f.heap", "final"));
  CHECK(is_kind("/tmp/a.b/jeprof.4711.3.i2.heap", "interval"));
  CHECK(is_kind("jeprof.4711.3.u12.heap", "highWater"));
  CHECK(is_kind("jeprof.4711.3.m0.heap", "manual"));
  CHECK(is_kind("my.heap", "manual"));
  CHECK(is_kind("f.heap", "manual"));
  CHECK(is_kind(".heap", "manual"));
  CHECK(is_kind("a..heap", "manual"));
  CHECK(is_kind("a.i.heap", "manual"));
  CHECK(is_kind("a.f1.heap", "manual"));
  CHECK(is_kind("a.i2", "manual"));
  CHECK(is_kind("", "manual"));
}

static void make(const char *path) {
  FILE *file = fopen(path, "w");
  CHECK(file != NULL && fputs("heap_v2/1\n", file) >= 0 && fclose(file) == 0);
}

static void it_is_put_down_and_named_later(void) {
  make("a.1.0.i0.heap");
  errno = EDOM;
  current("a.1.0.i0.heap");
  CHECK(errno == EDOM);
  CHECK(written == 0 && wakes == 1 && dump_watch_has_work() && told_another == 1);
  dump_watch_work(true);
  CHECK(written == 1 && last_complete && strcmp(last_path, "a.1.0.i0.heap") == 0 && strcmp(last_kind, "interval") == 0);
  CHECK(!dump_watch_has_work());
  dump_watch_work(true);
  CHECK(written == 1);
}

static void what_is_no_file_of_ours_is_left_alone(void) {
  written = 0;
  CHECK(symlink("a.1.0.i0.heap", "link.1.0.i0.heap") == 0);
  current("link.1.0.i0.heap");
  current("/dev/null");
  current("nowhere.1.0.i0.heap");
  current("own.heap.4711.part/heap.part");
  dump_watch_work(true);
  CHECK(written == 0 && !dump_watch_has_work());
}

static void more_than_can_be_put_down_stay_without_names(void) {
  written = 0;
  for (int i = 0; i < 100; i++) {
    current("a.1.0.i0.heap");
  }
  dump_watch_work(false);
  CHECK(written == 16 && !last_complete && !dump_watch_has_work());
  current("a.1.0.i0.heap");
  dump_watch_work(true);
  CHECK(written == 17);
}

static void at_the_end_it_is_named_at_once(void) {
  make("a.1.2.f.heap");
  written = 0;
  current("a.1.2.f.heap");
  CHECK(written == 1 && !dump_watch_has_work() && strcmp(last_kind, "final") == 0);
  stopped = true;
  current("a.1.0.i0.heap");
  CHECK(written == 2 && !dump_watch_has_work());
  stopped = false;
}

static void later(const char *path) { (void)path; }

static void it_is_removed_again_unless_another_came_after(void) {
  dump_hook *ours = current;
  CHECK(dump_watch_set(true) == 0 && current == ours);
  current = later;
  CHECK(dump_watch_set(false) == EBUSY && current == later);
  CHECK(dump_watch_set(true) == 0 && current == later);
  current = ours;
  CHECK(dump_watch_set(false) == 0 && current == another);
  CHECK(dump_watch_set(false) == 0 && current == another);
  CHECK(dump_watch_set(true) == 0 && current == ours);
}

int main(void) {
  char folder[] = "/tmp/dump_watch_test.XXXXXX";
  CHECK(mkdtemp(folder) != NULL && chdir(folder) == 0);
  a_name_says_what_made_the_dump();
  without_hooks = true;
  CHECK(dump_watch_set(true) == ENOENT);
  without_hooks = false;
  current = another;
  CHECK(dump_watch_set(true) == 0 && current != another);
  it_is_put_down_and_named_later();
  what_is_no_file_of_ours_is_left_alone();
  more_than_can_be_put_down_stay_without_names();
  at_the_end_it_is_named_at_once();
  it_is_removed_again_unless_another_came_after();
  unlink("a.1.0.i0.heap");
  unlink("link.1.0.i0.heap");
  unlink("a.1.2.f.heap");
  CHECK(rmdir(folder) == 0);
  return 0;
}
