/*
 * Dumps as files, on file systems that can do more or less: never over another file, never stopped by what an earlier
 * process left. The linker puts link of this file in the place of libc's.
 */

#include "dump.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "allocator.h"
#include "check.h"
#include "resolver.h"
#include "symbols_file.h"

static bool no_link;
static bool in_time = true;
static const char *heap = "heap\n";

int __real_link(const char *from, const char *to);
int __wrap_link(const char *from, const char *to);

int __wrap_link(const char *from, const char *to) {
  if (no_link) {
    errno = EPERM;
    return -1;
  }
  return __real_link(from, to);
}

static void write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  CHECK(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
  close(file);
}

static bool file_is(const char *path, const char *expected) {
  char text[64] = "";
  int file = open(path, O_RDONLY);
  if (file < 0) {
    return false;
  }
  CHECK(read(file, text, sizeof(text) - 1) >= 0);
  close(file);
  return strcmp(text, expected) == 0;
}

static bool exists(const char *path) { return access(path, F_OK) == 0; }

static bool is_private_folder_of(const char *path) {
  char folder[PATH_MAX];
  struct stat status;
  snprintf(folder, sizeof(folder), "%s", path);
  *strrchr(folder, '/') = '\0';
  return lstat(folder, &status) == 0 && S_ISDIR(status.st_mode) && (status.st_mode & 0777) == 0700;
}

/* What jemalloc does: it makes the file, where there is none. */
int allocator_mallctl(const char *name, void *old, size_t *old_size, void *fresh, size_t fresh_size) {
  (void)old;
  (void)old_size;
  (void)fresh_size;
  CHECK(strcmp(name, "prof.dump") == 0);
  const char *path;
  memcpy(&path, fresh, sizeof(path));
  CHECK(!exists(path) && is_private_folder_of(path));
  if (heap == NULL) {
    return EFAULT;
  }
  write_file(path, heap);
  return 0;
}

bool resolver_settle(void) { return true; }
bool resolver_catch_up(jvmtiEnv *jvmti, JNIEnv *jni) {
  (void)jvmti;
  (void)jni;
  return in_time;
}

int symbols_file_write(int file, const char *kind, bool complete) {
  (void)kind;
  const char *text = complete ? "all" : "some";
  return write(file, text, strlen(text)) == (ssize_t)strlen(text) ? 0 : EIO;
}

static struct jvmtiInterface_1_ *no_functions;

static int dump(const char *path) { return dump_write((jvmtiEnv *)&no_functions, NULL, path, "final"); }

static void a_pair_is_there_whole_and_private(const char *path) {
  char symbols[PATH_MAX];
  struct stat status;
  snprintf(symbols, sizeof(symbols), "%s.symbols", path);
  CHECK(dump(path) == 0);
  CHECK(file_is(path, "heap\n") && file_is(symbols, "all"));
  CHECK(stat(path, &status) == 0 && (status.st_mode & 0777) == 0600);
  write_file(path, "kept");
  CHECK(dump(path) == EEXIST && file_is(path, "kept"));
  unlink(path);
  write_file(symbols, "kept");
  CHECK(dump(path) == EEXIST && !exists(path) && file_is(symbols, "kept"));
}

static void every_file_system_will_do(void) {
  a_pair_is_there_whole_and_private("linked.heap");
  no_link = true;
  a_pair_is_there_whole_and_private("reserved.heap");
  no_link = false;
}

static void names_out_of_time_are_told(void) {
  in_time = false;
  CHECK(dump("late.heap") == 0 && file_is("late.heap.symbols", "some"));
  in_time = true;
}

/* Makes what is there in the middle of a dump, and answers the folder's name. */
static void leave_half(char *folder, const char *path) {
  char file[PATH_MAX];
  snprintf(folder, PATH_MAX, "%s.%ld.part", path, (long)getpid());
  CHECK(mkdir(folder, 0700) == 0);
  CHECK(snprintf(file, sizeof(file), "%s/heap.part", folder) < PATH_MAX);
  write_file(file, "half");
  CHECK(snprintf(file, sizeof(file), "%s/symbols.part", folder) < PATH_MAX);
  write_file(file, "half");
}

static void what_a_killed_process_left_is_no_hindrance(void) {
  char part[PATH_MAX];
  leave_half(part, "stale.heap");
  CHECK(dump("stale.heap") == 0 && file_is("stale.heap", "heap\n") && file_is("stale.heap.symbols", "all"));
  CHECK(!exists(part));
}

static void what_a_living_process_writes_is_left_alone(void) {
  char part[PATH_MAX];
  leave_half(part, "other.heap");
  int other = open(part, O_RDONLY);
  CHECK(other >= 0 && flock(other, LOCK_EX) == 0);
  CHECK(dump("other.heap") == EEXIST && exists(part));
  close(other);
  CHECK(dump("other.heap") == 0 && !exists(part));
}

/* Whoever can write to the folder has a link there, in the place of what is written. */
static void nothing_goes_where_a_link_leads(void) {
  char part[PATH_MAX];
  write_file("victim", "kept");
  CHECK(mkdir("victims", 0700) == 0);
  snprintf(part, sizeof(part), "planted.heap.%ld.part", (long)getpid());
  CHECK(symlink("victims", part) == 0);
  CHECK(dump("planted.heap") == EEXIST && rmdir("victims") == 0);
  CHECK(unlink(part) == 0 && symlink("victim", part) == 0);
  CHECK(dump("planted.heap") == EEXIST && file_is("victim", "kept"));
  CHECK(unlink(part) == 0 && symlink("victim", "planted.heap") == 0);
  CHECK(dump("planted.heap") == EEXIST && file_is("victim", "kept") && !exists("planted.heap.symbols"));
}

static void names_alone_are_there_whole(void) {
  CHECK(dump_write_symbols("names.heap", "asked", true) == 0);
  CHECK(file_is("names.heap.symbols", "all") && !exists("names.heap"));
  CHECK(dump_write_symbols("names.heap", "asked", false) == EEXIST && file_is("names.heap.symbols", "all"));
}

/* jemalloc says no more than that it couldn't. */
static void what_jemalloc_could_not_make_leaves_nothing(void) {
  char part[PATH_MAX];
  snprintf(part, sizeof(part), "none.heap.%ld.part", (long)getpid());
  heap = NULL;
  CHECK(dump("none.heap") == EIO && !exists("none.heap") && !exists("none.heap.symbols") && !exists(part));
  heap = "heap\n";
  CHECK(dump("nowhere/none.heap") == ENOENT);
}

static void a_dump_that_ends_within_a_line_is_none(void) {
  heap = "heap\n7f0000000000-7f00";
  CHECK(dump("cut.heap") == EIO && !exists("cut.heap") && !exists("cut.heap.symbols"));
  heap = "heap\n";
}

static void a_dump_that_ends_where_a_file_may_not_grow_is_none(void) {
  struct rlimit before;
  CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0 && signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
  struct rlimit limit = {strlen(heap), before.rlim_max};
  CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
  CHECK(dump("limited.heap") == EFBIG && !exists("limited.heap") && !exists("limited.heap.symbols"));
  limit.rlim_cur++;
  CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
  CHECK(dump("limited.heap") == 0 && file_is("limited.heap", "heap\n"));
  CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
}

/* What was tried behind its end is gone again. */
static void a_dump_that_ends_with_a_block_is_whole(void) {
  char block[513];
  memset(block, 'x', 511);
  strcpy(block + 511, "\n");
  struct stat status;
  heap = block;
  CHECK(dump("block.heap") == 0 && stat("block.heap", &status) == 0 && status.st_size == 512);
  heap = "heap\n";
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *position) {
  (void)status;
  (void)type;
  (void)position;
  return remove(path);
}

int main(void) {
  char folder[] = "/tmp/dump_test.XXXXXX";
  CHECK(mkdtemp(folder) != NULL && chdir(folder) == 0);
  every_file_system_will_do();
  names_out_of_time_are_told();
  what_a_killed_process_left_is_no_hindrance();
  what_a_living_process_writes_is_left_alone();
  nothing_goes_where_a_link_leads();
  names_alone_are_there_whole();
  what_jemalloc_could_not_make_leaves_nothing();
  a_dump_that_ends_within_a_line_is_none();
  a_dump_that_ends_where_a_file_may_not_grow_is_none();
  a_dump_that_ends_with_a_block_is_whole();
  CHECK(nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS) == 0);
  return 0;
}
