#ifndef JEMSCOPE_FILE_STATUS_H
#define JEMSCOPE_FILE_STATUS_H

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * lstat and fstat as system calls: glibc exports functions of these names only since 2.33. On 64-bit Linux the kernel's
 * struct stat is glibc's. Both return 0, or -1 with errno.
 */
static inline int file_status_of_path(const char *path, struct stat *status) {
  return (int)syscall(SYS_newfstatat, AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}

static inline int file_status_of_open(int file, struct stat *status) { return (int)syscall(SYS_fstat, file, status); }

#endif
