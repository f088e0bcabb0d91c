/* The folders above a file: the same check as the Java half's (PrivateFolder), and much like OpenSSH's. */

#include "ancestors.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "file_status.h"

/* Makes the path that of the folder above. False at the root, and above a name without a folder. */
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
static bool find_nearest(const char *path, char at[PATH_MAX]) {
  char *above = strdup(path);
  bool found = false;
  bool more = above != NULL;
  while (more && !found) {
    more = go_up(above);
    found = realpath(more ? above : above[0] == '/' ? "/" : ".", at) != NULL;
  }
  int error = errno;
  free(above);
  errno = error;
  return found;
}

static bool is_mounted(const char *folder, const struct stat *status) {
  char above[PATH_MAX];
  struct stat parent;
  strcpy(above, folder);
  return !go_up(above) || (file_status_of_path(above, &parent) == 0 && parent.st_dev != status->st_dev);
}

static enum ancestors look_at(const char *folder) {
  struct stat status;
  if (file_status_of_path(folder, &status) != 0) {
    return ANCESTORS_UNKNOWN;
  }
  bool foreign = status.st_uid != geteuid() && status.st_uid != 0;
  bool open = (status.st_mode & S_IWOTH) != 0 && (status.st_mode & S_ISVTX) == 0;
  if ((!foreign && !open) || is_mounted(folder, &status)) {
    return ANCESTORS_SAFE;
  }
  return foreign ? ANCESTORS_OF_ANOTHER : ANCESTORS_OPEN;
}

enum ancestors ancestors_look(const char *path, char at[PATH_MAX]) {
  if (!find_nearest(path, at)) {
    return ANCESTORS_UNKNOWN;
  }
  enum ancestors found = look_at(at);
  while (found == ANCESTORS_SAFE && go_up(at)) {
    found = look_at(at);
  }
  return found;
}
