/* Folders that other users can't tamper with: the same check as the Java half's (PrivateFolder), much like
   OpenSSH's. */

#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file_status.h"

enum { PRIVATE = 0700 };

static bool refuse(char why[FOLDER_WHY_BYTES], const char *reason) {
  snprintf(why, FOLDER_WHY_BYTES, "%s. Fix or remove it, or name another folder with folder=PATH", reason);
  return false;
}

/* Makes the path that of the folder above. False at the root, and for a name without a folder. */
static bool go_up(char *path) {
  size_t length = strlen(path);
  while (length > 1 && path[length - 1] == '/') {
    path[--length] = '\0';
  }
  char *slash = strrchr(path, '/');
  if (slash == NULL || length == 1) {
    return false;
  }
  slash[slash == path ? 1 : 0] = '\0';
  return true;
}

/* The nearest folder above that exists, without links in its path; false with errno. */
static bool find_above(const char *path, char above[PATH_MAX]) {
  char at[PATH_MAX];
  if (snprintf(at, PATH_MAX, "%s", path) >= PATH_MAX) {
    errno = ENAMETOOLONG;
    return false;
  }
  while (go_up(at)) {
    if (realpath(at, above) != NULL) {
      return true;
    }
  }
  return realpath(path[0] == '/' ? "/" : ".", above) != NULL;
}

static bool is_mounted(const char *folder, const struct stat *status) {
  char above[PATH_MAX];
  struct stat parent;
  strcpy(above, folder);
  return !go_up(above) || (file_status_of_path(above, &parent) == 0 && parent.st_dev != status->st_dev);
}

bool folder_lies_safe(const char *path, char why[FOLDER_WHY_BYTES]) {
  char at[PATH_MAX];
  bool more = find_above(path, at);
  if (!more) {
    return refuse(why, strerror(errno));
  }
  for (; more; more = go_up(at)) {
    struct stat status;
    if (file_status_of_path(at, &status) != 0) {
      return refuse(why, strerror(errno));
    }
    bool foreign = status.st_uid != geteuid() && status.st_uid != 0;
    bool open = (status.st_mode & S_IWOTH) != 0 && (status.st_mode & S_ISVTX) == 0;
    if ((foreign || open) && !is_mounted(at, &status)) {
      snprintf(why, FOLDER_WHY_BYTES, "its parent folder %s %s. Name another folder with folder=PATH", at,
               foreign ? "belongs to another user" : "can be written by every user");
      return false;
    }
  }
  return true;
}

/* Makes the folder and those above it; errno. The path is the same again afterwards. */
static int make_folder(char *path) {
  for (char *slash = path; (slash = strchr(slash + 1, '/')) != NULL;) {
    *slash = '\0';
    int error = mkdir(path, PRIVATE) == 0 ? 0 : errno;
    bool missing = error != 0 && error != EEXIST && access(path, F_OK) != 0;
    *slash = '/';
    if (missing) {
      return error;
    }
  }
  return mkdir(path, PRIVATE) == 0 || errno == EEXIST ? 0 : errno;
}

/* NULL if the folder is this user's alone. */
static const char *why_not_own(const struct stat *status) {
  if (S_ISLNK(status->st_mode)) {
    return "it is a symbolic link, which another user may have put there";
  }
  if (!S_ISDIR(status->st_mode)) {
    return "it is not a folder";
  }
  if (status->st_uid != geteuid()) {
    return "it belongs to another user";
  }
  return (status->st_mode & (S_IWGRP | S_IWOTH)) != 0 ? "other users may write to it" : NULL;
}

static bool can_be_made(const char *path) {
  char above[PATH_MAX];
  return find_above(path, above) && faccessat(AT_FDCWD, above, W_OK | X_OK, AT_EACCESS) == 0;
}

bool folder_is_fit(const char *folder, bool make, char why[FOLDER_WHY_BYTES]) {
  char path[PATH_MAX];
  struct stat status;
  if (!folder_lies_safe(folder, why)) {
    return false;
  }
  snprintf(path, PATH_MAX, "%s", folder);
  for (size_t length = strlen(path); length > 1 && path[length - 1] == '/'; length--) {
    path[length - 1] = '\0'; /* with a slash behind it, lstat would follow a link */
  }
  int error = make ? make_folder(path) : 0;
  if (error != 0) {
    return refuse(why, strerror(error));
  }
  if (file_status_of_path(path, &status) != 0) {
    return (!make && errno == ENOENT && can_be_made(path)) || refuse(why, strerror(errno));
  }
  const char *reason = why_not_own(&status);
  return reason == NULL || refuse(why, reason);
}
