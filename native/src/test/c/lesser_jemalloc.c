/*
 * Preloaded before jemalloc, it hides the controls that LESSER_JEMALLOC names (parted by commas), as if this were an
 * older jemalloc or one built with less.
 */

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef int control_function(const char *, void *, size_t *, void *, size_t);

__attribute__((visibility("default"))) control_function mallctl;

int mallctl(const char *name, void *old, size_t *old_size, void *fresh, size_t fresh_size) {
  const char *hidden = getenv("LESSER_JEMALLOC");
  if (hidden != NULL && strstr(hidden, name) != NULL) {
    return ENOENT;
  }
  void *symbol = dlsym(RTLD_NEXT, "mallctl");
  control_function *next;
  memcpy(&next, &symbol, sizeof(next));
  return next == NULL ? ENOSYS : next(name, old, old_size, fresh, fresh_size);
}
