/* Dumps as files: private, complete or not there, never over another file. */

#include "dump.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "allocator.h"
#include "ancestors.h"
#include "file_status.h"
#include "resolver.h"
#include "symbols_file.h"

#define SYMBOLS_SUFFIX ".symbols"

enum {
  PRIVATE_FILE = 0600,
  PRIVATE_FOLDER = 0700,
  RENAME_KEEP = 1, /* RENAME_NOREPLACE, which old headers lack */
  SMALLEST_BLOCK = 512
};

/* Gives the file its final name unless that is taken; errno. */
static int publish(const char *part, const char *path) {
  if (syscall(SYS_renameat2, AT_FDCWD, part, AT_FDCWD, path, RENAME_KEEP) == 0) {
    return 0;
  }
  if (errno != EINVAL && errno != ENOSYS) {
    return errno;
  }
  /* A file system that can't refuse to replace: a hard link can. */
  if (link(part, path) == 0) {
    unlink(part);
    return 0;
  }
  if (errno == EEXIST) {
    return EEXIST;
  }
  /* One that has no links either (FAT, many a FUSE): the name is taken by an empty file, which the dump then replaces.
     The name is seen a moment before what it names; there is no other way here. */
  int placeholder = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, PRIVATE_FILE);
  if (placeholder < 0) {
    return errno;
  }
  close(placeholder);
  if (rename(part, path) == 0) {
    return 0;
  }
  int error = errno;
  unlink(path);
  return error;
}

/*
 * Where a dump is written: "<path>.<thread>.part", a folder of this user's alone, made for this dump. Nobody can plant
 * anything in it, so jemalloc itself can make the file there. One that is there already, and cut by jemalloc, ext4
 * would write out as soon as it is closed (auto_da_alloc), which takes longer than the dump.
 */
struct workshop {
  char folder[PATH_MAX];
  char heap[PATH_MAX];
  char symbols[PATH_MAX];
  char named[PATH_MAX]; /* what the symbols are called at the end */
  int lock;             /* the folder, locked as long as it is open */
};

/* Two dumps at once don't meet; errno. */
static int name_workshop(struct workshop *work, const char *path) {
  int folder = snprintf(work->folder, PATH_MAX, "%s.%ld.part", path, (long)syscall(SYS_gettid));
  int heap = snprintf(work->heap, PATH_MAX, "%s/heap.part", work->folder);
  int symbols = snprintf(work->symbols, PATH_MAX, "%s/symbols.part", work->folder);
  snprintf(work->named, PATH_MAX, "%s" SYMBOLS_SUFFIX, path); /* shorter than the symbols' name before */
  bool fits = folder >= 0 && heap >= 0 && symbols >= 0 && heap < PATH_MAX && symbols < PATH_MAX;
  return fits ? 0 : ENAMETOOLONG;
}

static bool clear_workshop(const struct workshop *work) {
  unlink(work->heap);
  unlink(work->symbols);
  return rmdir(work->folder) == 0;
}

/*
 * Takes away what a process that was killed while it dumped left under that name: this one may well have its number,
 * as every program in a container of its own has. One that lives holds the folder's lock, and keeps it.
 */
static bool remove_stale(const struct workshop *work) {
  int folder = open(work->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (folder < 0) {
    return errno == ENOENT;
  }
  bool stale = flock(folder, LOCK_EX | LOCK_NB) == 0 && clear_workshop(work);
  close(folder);
  return stale;
}

/* Makes the folder for a dump of that path; errno. */
static int make_workshop(struct workshop *work, const char *path) {
  int error = name_workshop(work, path);
  if (error != 0) {
    return error;
  }
  if (mkdir(work->folder, PRIVATE_FOLDER) != 0) {
    if (errno != EEXIST) {
      return errno;
    }
    if (!remove_stale(work)) {
      return EEXIST;
    }
    if (mkdir(work->folder, PRIVATE_FOLDER) != 0) {
      return errno;
    }
  }
  work->lock = open(work->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (work->lock < 0) {
    error = errno;
    rmdir(work->folder);
    return error;
  }
  flock(work->lock, LOCK_EX | LOCK_NB); /* a file system without locks has no stale ones taken away either */
  return 0;
}

/*
 * The same in memory of its own, which *work then is. Not on the stack, which may be small, and not from malloc: the
 * dump that jemalloc makes at the end is named inside malloc.
 */
static int open_workshop(struct workshop **work, const char *path) {
  void *memory = mmap(NULL, sizeof(**work), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    return ENOMEM;
  }
  int error = make_workshop(memory, path);
  if (error != 0) {
    munmap(memory, sizeof(**work));
  } else {
    *work = memory;
  }
  return error;
}

/* Removes what wasn't published, and the folder. */
static void close_workshop(struct workshop *work) {
  clear_workshop(work);
  close(work->lock);
  munmap(work, sizeof(*work));
}

/*
 * jemalloc answers EFAULT to whatever went wrong while it made the file or wrote: try it and see what the system says.
 */
static int why_not_written(const char *path) {
  static const char probe[4096];
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, PRIVATE_FILE);
  if (file < 0) {
    return errno;
  }
  int error = EIO;
  for (int i = 0; i < 16; i++) {
    ssize_t written = write(file, probe, sizeof(probe));
    if (written != (ssize_t)sizeof(probe)) {
      error = written < 0 ? errno : ENOSPC;
      break;
    }
  }
  close(file);
  return error;
}

/* Nothing ends by accident but at the end of a block (of 512 bytes on the smallest), or at the limit on file sizes. */
static bool may_be_full_behind(off_t end) {
  struct rlimit limit;
  return end % SMALLEST_BLOCK == 0 || getrlimit(RLIMIT_FSIZE, &limit) != 0 || (rlim_t)end >= limit.rlim_cur;
}

/* Whether a file has room for another byte, which is taken off again; errno. */
static int try_one_more(int file, off_t end) {
  if (pwrite(file, "\n", 1, end) != 1) {
    return errno;
  }
  return ftruncate(file, end) == 0 ? 0 : errno;
}

/*
 * jemalloc (5.3) says nothing where the list of mappings, the dump's last part, didn't fit. Such a file ends within a
 * line, or at the very end of one with no room for another byte, which isn't tried without need.
 */
static int why_cut_short(const char *path) {
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) {
    return errno;
  }
  off_t end = lseek(file, 0, SEEK_END);
  char last = 0;
  int error = 0;
  if (end <= 0 || pread(file, &last, 1, end - 1) != 1 || last != '\n') {
    error = why_not_written(path);
  } else if (may_be_full_behind(end)) {
    error = try_one_more(file, end);
  }
  /* Some file systems say only now that there was no room. */
  if (close(file) != 0 && error == 0) {
    error = errno;
  }
  return error;
}

/* jemalloc makes the file readable to all, in a folder where nobody else comes; it leaves that as ours alone. */
static int dump_heap(const char *part) {
  int error = allocator_control("prof.dump", NULL, NULL, &part, sizeof(part));
  if (error != 0) {
    return error == EFAULT ? why_not_written(part) : error;
  }
  (void)chmod(part, PRIVATE_FILE); /* a file system without modes has said so at its mount who may read */
  return why_cut_short(part);
}

static int publish_pair(const struct workshop *work, const char *path) {
  int error = publish(work->symbols, work->named);
  if (error != 0) {
    return error;
  }
  error = publish(work->heap, path);
  if (error != 0) {
    unlink(work->named);
  }
  return error;
}

static int write_symbols(const struct workshop *work, const char *kind, bool complete) {
  int symbols = open(work->symbols, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, PRIVATE_FILE);
  if (symbols < 0) {
    return errno;
  }
  int error = symbols_file_write(symbols, kind, complete);
  /* Some file systems (NFS) say only on closing that there was no room. */
  if (close(symbols) != 0 && error == 0) {
    error = errno;
  }
  return error;
}

/* Writes both and gives them their names. */
static int write_pair(jvmtiEnv *jvmti, JNIEnv *jni, const struct workshop *work, const char *path, const char *kind) {
  bool complete = false;
  if (jvmti != NULL) {
    resolver_catch_up(jvmti, jni); /* before: names are taken as early as can be */
  }
  int error = dump_heap(work->heap);
  if (error == 0) {
    /* After: what was sampled up to the dump is in it. */
    complete = jvmti != NULL ? resolver_catch_up(jvmti, jni) : resolver_settle();
    error = write_symbols(work, kind, complete);
  }
  return error == 0 ? publish_pair(work, path) : error;
}

/* Whoever waits for it waits for jemalloc, and for nothing else. */
static int write_heap(const struct workshop *work, const char *path) {
  int error = dump_heap(work->heap);
  return error == 0 ? publish(work->heap, path) : error;
}

int dump_write(jvmtiEnv *jvmti, JNIEnv *jni, const char *path, const char *kind) {
  if (access(path, F_OK) == 0) {
    return EEXIST; /* said early; publish is what makes sure */
  }
  struct workshop *work = NULL;
  int error = open_workshop(&work, path);
  if (error != 0) {
    return error;
  }
  error = kind == NULL ? write_heap(work, path) : write_pair(jvmti, jni, work, path, kind);
  close_workshop(work);
  return error;
}

int dump_write_symbols(const char *path, const char *kind, bool complete) {
  struct workshop *work = NULL;
  int error = open_workshop(&work, path);
  if (error != 0) {
    return error;
  }
  error = write_symbols(work, kind, complete);
  if (error == 0) {
    error = publish(work->symbols, work->named);
  }
  close_workshop(work);
  return error;
}

/* Makes the folder and those above it, private to this user; errno. The path is the same again afterwards. */
static int make_folder(char *path) {
  for (char *slash = path; (slash = strchr(slash + 1, '/')) != NULL;) {
    *slash = '\0';
    int error = mkdir(path, PRIVATE_FOLDER) == 0 ? 0 : errno;
    bool missing = error != 0 && error != EEXIST && access(path, F_OK) != 0;
    *slash = '/';
    if (missing) {
      return error;
    }
  }
  return mkdir(path, PRIVATE_FOLDER) == 0 || errno == EEXIST ? 0 : errno;
}

/* Whether the nearest folder above that exists lets this user make one in it; errno. Cuts the path. */
static int why_not_makeable(char *path) {
  char *slash = strrchr(path, '/');
  while (slash != NULL) {
    slash[slash == path ? 1 : 0] = '\0';
    if (faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) == 0) {
      return 0;
    }
    if (errno != ENOENT || slash == path) {
      return errno;
    }
    slash = strrchr(path, '/');
  }
  return faccessat(AT_FDCWD, ".", W_OK | X_OK, AT_EACCESS) == 0 ? 0 : errno;
}

static enum folder_state look_at(const struct stat *status) {
  if (S_ISLNK(status->st_mode)) {
    return FOLDER_LINK;
  }
  if (!S_ISDIR(status->st_mode)) {
    return FOLDER_NONE;
  }
  if (status->st_uid != geteuid()) {
    return FOLDER_OF_ANOTHER;
  }
  return (status->st_mode & (S_IWGRP | S_IWOTH)) != 0 ? FOLDER_OPEN_TO_OTHERS : FOLDER_OWN;
}

static enum folder_state make_or_look(char *path, bool make) {
  int error = make ? make_folder(path) : 0;
  for (size_t length = strlen(path); length > 1 && path[length - 1] == '/'; length--) {
    path[length - 1] = '\0'; /* with a slash behind it, lstat would follow a link */
  }
  struct stat status;
  if (error == 0 && file_status_of_path(path, &status) == 0) {
    return look_at(&status);
  }
  error = error == 0 ? errno : error;
  if (!make && error == ENOENT) {
    error = why_not_makeable(path);
  }
  errno = error;
  return error == 0 ? FOLDER_OWN : FOLDER_UNREACHABLE;
}

static enum folder_state folder_state(const char *folder, char above[PATH_MAX], bool make) {
  enum ancestors ancestors = ancestors_look(folder, above);
  if (ancestors != ANCESTORS_SAFE) {
    return ancestors == ANCESTORS_UNKNOWN ? FOLDER_UNREACHABLE
           : ancestors == ANCESTORS_OPEN  ? FOLDER_BELOW_OPEN
                                          : FOLDER_BELOW_ANOTHERS;
  }
  char *path = strdup(folder);
  if (path == NULL) {
    return FOLDER_UNREACHABLE;
  }
  enum folder_state state = make_or_look(path, make);
  int error = errno;
  free(path);
  errno = error;
  return state;
}

enum folder_state dump_open_folder(const char *folder, char above[PATH_MAX]) {
  return folder_state(folder, above, true);
}

enum folder_state dump_look_at_folder(const char *folder, char above[PATH_MAX]) {
  return folder_state(folder, above, false);
}

void dump_runtime_folder(char *folder, size_t size) {
  const char *own = getenv("JEMSCOPE_RUNTIME_DIR");
  const char *session = getenv("XDG_RUNTIME_DIR");
  if (own != NULL && own[0] != '\0') {
    snprintf(folder, size, "%s", own);
  } else if (session != NULL && session[0] != '\0') {
    snprintf(folder, size, "%s/jemscope", session);
  } else {
    snprintf(folder, size, "/tmp/jemscope-%ld", (long)geteuid());
  }
}
