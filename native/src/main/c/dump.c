/* Dumps as files: private, complete or not there, never over another file. */

#include "dump.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "allocator.h"
#include "resolver.h"
#include "symbols_file.h"

#define SYMBOLS_SUFFIX ".symbols"

enum { PRIVATE_FILE = 0600, PRIVATE_FOLDER = 0700, RENAME_KEEP = 1 /* RENAME_NOREPLACE, which old headers lack */ };

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
  return errno;
}

static int create_private(const char *path) {
  return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, PRIVATE_FILE);
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

/* The file is made first, so that jemalloc (which would make it readable to all) only fills it. */
static int dump_heap(const char *part) {
  int file = create_private(part);
  if (file < 0) {
    return errno;
  }
  close(file);
  int error = allocator_control("prof.dump", NULL, NULL, &part, sizeof(part));
  if (error == EFAULT) {
    error = why_not_written(part);
  }
  return error;
}

static int write_symbols(const char *part, const char *kind) {
  int file = create_private(part);
  if (file < 0) {
    return errno;
  }
  int error = symbols_file_write(file, kind);
  if (close(file) != 0 && error == 0) {
    error = errno;
  }
  return error;
}

/* "<path><suffix>.<thread>.part": two dumps at once don't meet. */
static int part_name(char *part, const char *path, const char *suffix) {
  int length = snprintf(part, PATH_MAX, "%s%s.%ld.part", path, suffix, (long)syscall(SYS_gettid));
  return length < 0 || length >= PATH_MAX ? ENAMETOOLONG : 0;
}

static int publish_pair(const char *heap_part, const char *symbols_part, const char *path) {
  char symbols[PATH_MAX];
  snprintf(symbols, sizeof(symbols), "%s" SYMBOLS_SUFFIX, path); /* shorter than the part's name, which fitted */
  int error = publish(symbols_part, symbols);
  if (error != 0) {
    return error;
  }
  error = publish(heap_part, path);
  if (error != 0) {
    unlink(symbols);
  }
  return error;
}

int dump_write(jvmtiEnv *jvmti, JNIEnv *jni, const char *path, const char *kind) {
  char heap_part[PATH_MAX];
  char symbols_part[PATH_MAX];
  int error = part_name(heap_part, path, "");
  if (error == 0) {
    error = part_name(symbols_part, path, SYMBOLS_SUFFIX);
  }
  if (error != 0) {
    return error;
  }
  if (access(path, F_OK) == 0) {
    return EEXIST; /* said early; publish is what makes sure */
  }
  if (jvmti != NULL) {
    resolver_catch_up(jvmti, jni); /* before: names are taken as early as can be */
  }
  error = dump_heap(heap_part);
  if (error == 0) {
    if (jvmti != NULL) {
      resolver_catch_up(jvmti, jni); /* after: what was sampled up to the dump is in it */
    }
    error = write_symbols(symbols_part, kind);
  }
  if (error == 0) {
    error = publish_pair(heap_part, symbols_part, path);
  }
  if (error != 0) {
    unlink(heap_part);
    unlink(symbols_part);
  }
  return error;
}

int dump_make_folder(const char *folder) {
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

/* In a folder that all can write to, somebody else may have made ours first, or put a link in its place. */
static int check_own(const char *folder) {
  struct stat status;
  if (lstat(folder, &status) != 0) {
    return errno;
  }
  if (!S_ISDIR(status.st_mode)) {
    return ENOTDIR;
  }
  return status.st_uid == geteuid() && (status.st_mode & (S_IRWXG | S_IRWXO)) == 0 ? 0 : EPERM;
}

int dump_default_folder(char *folder, size_t size) {
  char runtime[PATH_MAX];
  const char *own = getenv("JEMSCOPE_RUNTIME_DIR");
  const char *session = getenv("XDG_RUNTIME_DIR");
  if (own != NULL && own[0] != '\0') {
    snprintf(runtime, sizeof(runtime), "%s", own);
  } else if (session != NULL && session[0] != '\0') {
    snprintf(runtime, sizeof(runtime), "%s/jemscope", session);
  } else {
    snprintf(runtime, sizeof(runtime), "/tmp/jemscope-%ld", (long)geteuid());
  }
  int error = dump_make_folder(runtime);
  if (error == 0) {
    error = check_own(runtime);
  }
  int length = snprintf(folder, size, "%s/dumps/%ld", runtime, (long)getpid());
  if (error == 0 && (length < 0 || (size_t)length >= size)) {
    error = ENAMETOOLONG;
  }
  return error;
}
