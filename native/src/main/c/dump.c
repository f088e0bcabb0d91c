/* Dumps as files: private, complete or absent, never over another file. */

#include "dump.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "allocator.h"
#include "region.h"
#include "resolver.h"
#include "symbols_file.h"

enum { PRIVATE_FILE = 0600, PRIVATE_FOLDER = 0700 };

/* Gives the file its final name unless that is taken; errno. A link, because rename replaces what has the name. */
static int publish(const char *part, const char *path) {
  if (link(part, path) == 0) {
    unlink(part);
    return 0;
  }
  if (errno == EEXIST) {
    return EEXIST;
  }
  /* A file system without links (FAT, many a FUSE): an empty file takes the name, and the dump replaces it. So the
     name is there a moment before its content. */
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
 * The staging directory of a dump: "<path>.<thread>.part", private to this user and made for this dump. Nobody else can
 * put anything there, so jemalloc itself can create the file. (If the file existed and jemalloc truncated it, ext4
 * would write it out on close, by auto_da_alloc, which takes longer than the dump.)
 */
struct staging {
  char folder[PATH_MAX];
  char heap[PATH_MAX + 16];
  char symbols[PATH_MAX + 16];
  char named[PATH_MAX + 16]; /* the symbols' final name */
  int lock;                  /* the folder, locked as long as it is open */
};

/* Different for two dumps at once; errno. */
static int name_staging(struct staging *staging, const char *path) {
  int length = snprintf(staging->folder, PATH_MAX, "%s.%ld.part", path, (long)syscall(SYS_gettid));
  snprintf(staging->heap, sizeof(staging->heap), "%s/heap.part", staging->folder);
  snprintf(staging->symbols, sizeof(staging->symbols), "%s/symbols.part", staging->folder);
  snprintf(staging->named, sizeof(staging->named), "%s.symbols", path);
  return length < PATH_MAX ? 0 : ENAMETOOLONG;
}

static bool remove_staging(const struct staging *staging) {
  unlink(staging->heap);
  unlink(staging->symbols);
  return rmdir(staging->folder) == 0;
}

static int open_folder(const struct staging *staging) {
  return open(staging->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
}

/*
 * Removes what a process left under that name that was killed while it dumped. It may have had this one's number, which
 * every program in a container of its own has. A living process holds the folder's lock.
 */
static bool remove_stale(const struct staging *staging) {
  int folder = open_folder(staging);
  if (folder < 0) {
    return errno == ENOENT;
  }
  bool stale = flock(folder, LOCK_EX | LOCK_NB) == 0 && remove_staging(staging);
  close(folder);
  return stale;
}

/* Makes the folder for a dump of that path; errno. */
static int make_staging(struct staging *staging, const char *path) {
  int error = name_staging(staging, path);
  if (error != 0) {
    return error;
  }
  bool made = mkdir(staging->folder, PRIVATE_FOLDER) == 0;
  if (!made && errno == EEXIST) {
    if (!remove_stale(staging)) {
      return EEXIST;
    }
    made = mkdir(staging->folder, PRIVATE_FOLDER) == 0;
  }
  staging->lock = made ? open_folder(staging) : -1;
  if (staging->lock < 0) {
    error = errno;
    if (made) {
      rmdir(staging->folder);
    }
    return error;
  }
  flock(staging->lock, LOCK_EX | LOCK_NB); /* on a file system without locks nothing counts as stale either */
  return 0;
}

/* The same in mapped memory, which *staging then is: the stack may be small, and the dump that jemalloc makes at the
   end is named inside malloc. */
static int open_staging(struct staging **staging, const char *path) {
  void *memory = region_map(sizeof(**staging));
  if (memory == NULL) {
    return ENOMEM;
  }
  int error = make_staging(memory, path);
  if (error != 0) {
    munmap(memory, sizeof(**staging));
  } else {
    *staging = memory;
  }
  return error;
}

/* Removes what wasn't published, and the folder. */
static void close_staging(struct staging *staging) {
  remove_staging(staging);
  close(staging->lock);
  munmap(staging, sizeof(*staging));
}

/* jemalloc returns EFAULT for all that goes wrong while it creates the file or writes: tries to write, and returns
   errno. */
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

/*
 * jemalloc (5.3) reports no error if the list of mappings, the dump's last part, didn't fit. Such a file ends within a
 * line, or at the end of one where not another byte fits. Errno; the byte that is tried is removed again.
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
  } else if (pwrite(file, "\n", 1, end) != 1 || ftruncate(file, end) != 0) {
    error = errno;
  }
  /* Some file systems report only on closing that there was no room. */
  if (close(file) != 0 && error == 0) {
    error = errno;
  }
  return error;
}

/* jemalloc makes the file readable to all, in a folder that only this user can enter. It leaves the folder private. */
static int dump_heap(const char *part) {
  int error = allocator_mallctl("prof.dump", NULL, NULL, &part, sizeof(part));
  if (error != 0) {
    return error == EFAULT ? why_not_written(part) : error;
  }
  (void)chmod(part, PRIVATE_FILE); /* fails on a file system without modes, whose mount says who may read */
  return why_cut_short(part);
}

static int publish_pair(const struct staging *staging, const char *path) {
  int error = publish(staging->symbols, staging->named);
  if (error != 0) {
    return error;
  }
  error = publish(staging->heap, path);
  if (error != 0) {
    unlink(staging->named);
  }
  return error;
}

static int write_symbols(const struct staging *staging, const char *kind, bool complete) {
  int symbols = open(staging->symbols, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, PRIVATE_FILE);
  if (symbols < 0) {
    return errno;
  }
  int error = symbols_file_write(symbols, kind, complete);
  /* Some file systems (NFS) report only on closing that there was no room. */
  if (close(symbols) != 0 && error == 0) {
    error = errno;
  }
  return error;
}

/* Writes both and gives them their names. */
static int write_pair(jvmtiEnv *jvmti, JNIEnv *jni, const struct staging *staging, const char *path, const char *kind) {
  if (jvmti != NULL) {
    resolver_catch_up(jvmti, jni); /* before: names are taken as early as possible */
  }
  int error = dump_heap(staging->heap);
  if (error == 0) {
    /* After: what was sampled up to the dump is in it. */
    bool complete = jvmti != NULL ? resolver_catch_up(jvmti, jni) : resolver_settle();
    error = write_symbols(staging, kind, complete);
  }
  return error == 0 ? publish_pair(staging, path) : error;
}

/* The caller waits for jemalloc, and for nothing else. */
static int write_heap(const struct staging *staging, const char *path) {
  int error = dump_heap(staging->heap);
  return error == 0 ? publish(staging->heap, path) : error;
}

int dump_write(jvmtiEnv *jvmti, JNIEnv *jni, const char *path, const char *kind) {
  if (access(path, F_OK) == 0) {
    return EEXIST; /* early; publish makes sure */
  }
  struct staging *staging = NULL;
  int error = open_staging(&staging, path);
  if (error != 0) {
    return error;
  }
  error = kind == NULL ? write_heap(staging, path) : write_pair(jvmti, jni, staging, path, kind);
  close_staging(staging);
  return error;
}

int dump_write_symbols(const char *path, const char *kind, bool complete) {
  struct staging *staging = NULL;
  int error = open_staging(&staging, path);
  if (error != 0) {
    return error;
  }
  error = write_symbols(staging, kind, complete);
  if (error == 0) {
    error = publish(staging->symbols, staging->named);
  }
  close_staging(staging);
  return error;
}
