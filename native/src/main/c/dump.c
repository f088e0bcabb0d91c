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
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "allocator.h"
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
 * Takes away what a process that was killed while it dumped left under that name: this one may well have its number,
 * as every program in a container of its own has. One that lives holds the file's lock, and keeps it.
 */
static bool remove_stale(const char *part) {
  int file = open(part, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) {
    return errno == ENOENT;
  }
  bool stale = flock(file, LOCK_EX | LOCK_NB) == 0 && unlink(part) == 0;
  close(file);
  return stale;
}

/* Answers the new file, locked as long as it is open, or -1 with errno. */
static int create_private(const char *part) {
  const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
  int file = open(part, flags, PRIVATE_FILE);
  if (file < 0 && errno == EEXIST) {
    if (!remove_stale(part)) {
      errno = EEXIST;
      return -1;
    }
    file = open(part, flags, PRIVATE_FILE);
  }
  if (file >= 0) {
    flock(file, LOCK_EX | LOCK_NB); /* a file system without locks has no stale files taken away either */
  }
  return file;
}

/*
 * jemalloc answers EFAULT to whatever went wrong while it wrote. The file could be made, so it is the writing: try it
 * and see what the system says.
 */
static int why_not_written(const char *path) {
  static const char probe[4096];
  int file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
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
 * line, or at the very end of one with no room for another byte. The byte isn't tried without need: ext4 begins to
 * write a file to the disk when jemalloc closes it (auto_da_alloc), and cutting it then waits for the disk, 5 to 20 ms.
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

/* jemalloc only fills the file: it would make one that is readable to all. */
static int dump_heap(const char *part) {
  int error = allocator_control("prof.dump", NULL, NULL, &part, sizeof(part));
  if (error == 0) {
    return why_cut_short(part);
  }
  return error == EFAULT ? why_not_written(part) : error;
}

struct parts {
  char heap[PATH_MAX];
  char symbols[PATH_MAX];
};

/* "<path><suffix>.<thread>.part": two dumps at once don't meet. */
static int part_name(char *part, const char *path, const char *suffix) {
  int length = snprintf(part, PATH_MAX, "%s%s.%ld.part", path, suffix, (long)syscall(SYS_gettid));
  return length < 0 || length >= PATH_MAX ? ENAMETOOLONG : 0;
}

static int publish_pair(const struct parts *parts, const char *path) {
  char symbols[PATH_MAX];
  snprintf(symbols, sizeof(symbols), "%s" SYMBOLS_SUFFIX, path); /* shorter than the part's name, which fitted */
  int error = publish(parts->symbols, symbols);
  if (error != 0) {
    return error;
  }
  error = publish(parts->heap, path);
  if (error != 0) {
    unlink(symbols);
  }
  return error;
}

static int fill_symbols(int symbols, const char *kind, bool complete) {
  int error = symbols_file_write(symbols, kind, complete);
  /* Some file systems (NFS) say only on closing that there was no room; the file itself stays open for its lock. */
  int last = dup(symbols);
  if ((last < 0 || close(last) != 0) && error == 0) {
    error = errno;
  }
  return error;
}

/* Fills the open parts and gives them their names. */
static int write_pair(jvmtiEnv *jvmti, JNIEnv *jni, const struct parts *parts, int symbols, const char *path,
                      const char *kind) {
  bool complete = false;
  if (jvmti != NULL) {
    resolver_catch_up(jvmti, jni); /* before: names are taken as early as can be */
  }
  int error = dump_heap(parts->heap);
  if (error == 0) {
    /* After: what was sampled up to the dump is in it. */
    complete = jvmti != NULL ? resolver_catch_up(jvmti, jni) : resolver_settle();
    error = fill_symbols(symbols, kind, complete);
  }
  return error == 0 ? publish_pair(parts, path) : error;
}

/* Whoever waits for it waits for jemalloc, and for nothing else. */
static int write_heap(const struct parts *parts, const char *path) {
  int error = dump_heap(parts->heap);
  return error == 0 ? publish(parts->heap, path) : error;
}

int dump_write(jvmtiEnv *jvmti, JNIEnv *jni, const char *path, const char *kind) {
  struct parts parts;
  int error = part_name(parts.heap, path, "");
  if (error == 0) {
    error = part_name(parts.symbols, path, SYMBOLS_SUFFIX);
  }
  if (error != 0) {
    return error;
  }
  if (access(path, F_OK) == 0) {
    return EEXIST; /* said early; publish is what makes sure */
  }
  int heap = create_private(parts.heap);
  if (heap < 0) {
    return errno;
  }
  int symbols = kind == NULL ? -1 : create_private(parts.symbols);
  if (kind == NULL) {
    error = write_heap(&parts, path);
  } else {
    error = symbols < 0 ? errno : write_pair(jvmti, jni, &parts, symbols, path, kind);
  }
  if (error != 0) {
    unlink(parts.heap);
    if (symbols >= 0) {
      unlink(parts.symbols);
    }
  }
  if (symbols >= 0) {
    close(symbols);
  }
  close(heap);
  return error;
}

int dump_write_symbols(const char *path, const char *kind, bool complete) {
  char part[PATH_MAX];
  char symbols[PATH_MAX];
  int error = part_name(part, path, SYMBOLS_SUFFIX);
  if (error != 0) {
    return error;
  }
  snprintf(symbols, sizeof(symbols), "%s" SYMBOLS_SUFFIX, path); /* shorter than the part's name, which fitted */
  int file = create_private(part);
  if (file < 0) {
    return errno;
  }
  error = fill_symbols(file, kind, complete);
  if (error == 0) {
    error = publish(part, symbols);
  }
  if (error != 0) {
    unlink(part);
  }
  close(file);
  return error;
}

/* Makes the folder and those above it, private to this user; errno. */
static int make_folder(const char *folder) {
  char path[PATH_MAX];
  if (strlen(folder) >= sizeof(path)) {
    return ENAMETOOLONG;
  }
  strcpy(path, folder);
  for (char *slash = path; (slash = strchr(slash + 1, '/')) != NULL;) {
    *slash = '\0';
    if (mkdir(path, PRIVATE_FOLDER) != 0 && errno != EEXIST && access(path, F_OK) != 0) {
      return errno;
    }
    *slash = '/';
  }
  return mkdir(path, PRIVATE_FOLDER) == 0 || errno == EEXIST ? 0 : errno;
}

enum folder_state dump_open_folder(const char *folder) {
  char path[PATH_MAX];
  snprintf(path, sizeof(path), "%s", folder);
  for (size_t length = strlen(path); length > 1 && path[length - 1] == '/'; length--) {
    path[length - 1] = '\0'; /* with a slash behind it, lstat would follow a link */
  }
  int error = make_folder(folder);
  struct stat status;
  if (error == 0 && lstat(path, &status) != 0) {
    error = errno;
  }
  if (error != 0) {
    errno = error;
    return FOLDER_UNREACHABLE;
  }
  if (S_ISLNK(status.st_mode)) {
    return FOLDER_LINK;
  }
  if (!S_ISDIR(status.st_mode)) {
    return FOLDER_NONE;
  }
  if (status.st_uid != geteuid()) {
    return FOLDER_OF_ANOTHER;
  }
  return (status.st_mode & (S_IWGRP | S_IWOTH)) != 0 ? FOLDER_OPEN_TO_OTHERS : FOLDER_OWN;
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
