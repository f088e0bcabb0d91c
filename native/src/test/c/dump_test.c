/*
 * Dumps as files, on file systems that can do more or less: never over another file, never stopped by what an earlier
 * process left. The linker puts syscall and link of this file in the place of libc's.
 */

#include "dump.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "allocator.h"
#include "check.h"
#include "resolver.h"
#include "symbols_file.h"

static bool no_renameat2;
static bool no_link;
static bool in_time = true;
static const char *heap = "heap\n";

long __real_syscall(long number, ...);
int __real_link(const char *from, const char *to);
long __wrap_syscall(long number, ...);
int __wrap_link(const char *from, const char *to);

long __wrap_syscall(long number, ...) {
  va_list list;
  if (number == SYS_newfstatat) {
    va_start(list, number);
    int folder = va_arg(list, int);
    const char *path = va_arg(list, const char *);
    struct stat *status = va_arg(list, struct stat *);
    int flags = va_arg(list, int);
    va_end(list);
    return __real_syscall(number, folder, path, status, flags);
  }
  if (number != SYS_renameat2) {
    return __real_syscall(number);
  }
  if (no_renameat2) {
    errno = EINVAL;
    return -1;
  }
  va_start(list, number);
  int from_folder = va_arg(list, int);
  const char *from = va_arg(list, const char *);
  int to_folder = va_arg(list, int);
  const char *to = va_arg(list, const char *);
  int flags = va_arg(list, int);
  va_end(list);
  return __real_syscall(number, from_folder, from, to_folder, to, flags);
}

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
int allocator_control(const char *name, void *old, size_t *old_size, void *fresh, size_t fresh_size) {
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
  a_pair_is_there_whole_and_private("renamed.heap");
  no_renameat2 = true;
  a_pair_is_there_whole_and_private("linked.heap");
  no_link = true;
  a_pair_is_there_whole_and_private("reserved.heap");
  no_renameat2 = no_link = false;
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

static char above[PATH_MAX];

static enum folder_state open_folder(const char *folder) { return dump_open_folder(folder, above); }

static enum folder_state look_at_folder(const char *folder) { return dump_look_at_folder(folder, above); }

/* Who may write to a folder above can put another in the place of ours. */
static void folders_above_are_checked(void) {
  char real[PATH_MAX];
  CHECK(mkdir("above", 0700) == 0 && chmod("above", 0777) == 0 && realpath("above", real) != NULL);
  CHECK(open_folder("above/a/b") == FOLDER_BELOW_OPEN && strcmp(above, real) == 0 && !exists("above/a"));
  CHECK(look_at_folder("above/a/b") == FOLDER_BELOW_OPEN && strcmp(above, real) == 0);
  CHECK(symlink("above", "to-above") == 0 && open_folder("to-above/a") == FOLDER_BELOW_OPEN && !exists("above/a"));
  CHECK(chmod("above", 01777) == 0 && open_folder("above/sticky") == FOLDER_OWN);
  CHECK(chmod("above", 0775) == 0 && open_folder("above/group's") == FOLDER_OWN);
  if (geteuid() == 0) {
    CHECK(chown("above", 4711, (gid_t)-1) == 0 && chmod("above", 0700) == 0);
    CHECK(open_folder("above/a") == FOLDER_BELOW_ANOTHERS && strcmp(above, real) == 0 && !exists("above/a"));
    CHECK(open_folder("above/sticky") == FOLDER_BELOW_ANOTHERS);
    CHECK(look_at_folder("above/a") == FOLDER_BELOW_ANOTHERS && strcmp(above, real) == 0);
    CHECK(chown("above", 0, (gid_t)-1) == 0);
  }
}

static void a_folder_is_checked(void) {
  struct stat status;
  CHECK(open_folder("deep/er/own/") == FOLDER_OWN);
  CHECK(stat("deep/er/own", &status) == 0 && (status.st_mode & 0777) == 0700);
  CHECK(chmod("deep/er/own", 0755) == 0 && open_folder("deep/er/own") == FOLDER_OWN);
  CHECK(chmod("deep/er/own", 0775) == 0 && open_folder("deep/er/own") == FOLDER_OPEN_TO_OTHERS);
  CHECK(chmod("deep/er/own", 0702) == 0 && open_folder("deep/er/own") == FOLDER_OPEN_TO_OTHERS);
  CHECK(symlink("deep", "linked") == 0 && open_folder("linked") == FOLDER_LINK);
  CHECK(open_folder("linked/") == FOLDER_LINK);
  write_file("file", "");
  CHECK(open_folder("file") == FOLDER_NONE);
  CHECK(open_folder("file/below") == FOLDER_UNREACHABLE && errno == ENOTDIR);
  CHECK(open_folder(geteuid() == 0 ? "/proc/1/none" : "/proc") != FOLDER_OWN);
}

static void a_folder_is_looked_at_without_being_made(void) {
  CHECK(look_at_folder("early/er/own/") == FOLDER_OWN && look_at_folder("early") == FOLDER_OWN && !exists("early"));
  CHECK(mkdir("early", 0700) == 0 && look_at_folder("early") == FOLDER_OWN);
  CHECK(look_at_folder("early/er//own") == FOLDER_OWN && !exists("early/er"));
  CHECK(chmod("early", 0702) == 0 && look_at_folder("early") == FOLDER_OPEN_TO_OTHERS);
  CHECK(symlink("early", "early-linked") == 0 && look_at_folder("early-linked/") == FOLDER_LINK);
  write_file("early-file", "");
  CHECK(look_at_folder("early-file") == FOLDER_NONE);
  CHECK(look_at_folder("early-file/below") == FOLDER_UNREACHABLE && errno == ENOTDIR);
  CHECK(mkdir("locked", 0500) == 0);
  if (geteuid() != 0) {
    CHECK(look_at_folder("locked/a/b") == FOLDER_UNREACHABLE && errno == EACCES);
  }
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
  a_folder_is_checked();
  a_folder_is_looked_at_without_being_made();
  folders_above_are_checked();
  CHECK(nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS) == 0);
  return 0;
}
