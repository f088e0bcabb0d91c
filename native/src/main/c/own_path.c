/* Where this library lies, which is where the rest of the product lies. */

#include "own_path.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool own_path(char *path, size_t size) {
  Dl_info object;
  char whole[PATH_MAX];
  if (dladdr((void *)(uintptr_t)&own_path, &object) == 0 || object.dli_fname == NULL) {
    return false;
  }
  const char *name = realpath(object.dli_fname, whole);
  name = name == NULL ? object.dli_fname : name;
  if (strlen(name) >= size) {
    return false;
  }
  strcpy(path, name);
  return true;
}

bool own_sibling(const char *name, char *path, size_t size) {
  char own[PATH_MAX];
  if (!own_path(own, sizeof(own))) {
    return false;
  }
  char *slash = strrchr(own, '/');
  if (slash == NULL) {
    return false;
  }
  *slash = '\0';
  int length = snprintf(path, size, "%s/%s", own, name);
  return length > 0 && (size_t)length < size;
}
