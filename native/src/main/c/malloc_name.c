/* Which allocator a program's malloc is, by the object that the dynamic linker binds the name to. */

#include "malloc_name.h"

#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "allocator.h"
#include "glibc.h"

static char name[128] = "an unknown allocator";

const char *malloc_name(void) { return name; }

static void *base_of(const void *address) {
  Dl_info object;
  return address != NULL && dladdr(address, &object) != 0 ? object.dli_fbase : NULL;
}

/* A function of the same library as malloc; NULL if it has none of that name. */
static void *neighbour(const void *malloc_function, const char *function) {
  void *found = dlsym(RTLD_DEFAULT, function);
  return base_of(found) == base_of(malloc_function) ? found : NULL;
}

static bool name_jemalloc(const void *malloc_function) {
  if (!allocator_present() || base_of((void *)allocator_entry()) != base_of(malloc_function)) {
    return false;
  }
  const char *version = allocator_text("version");
  snprintf(name, sizeof(name), "jemalloc %.*s", version == NULL ? 0 : (int)strcspn(version, "-"), version);
  return true;
}

static bool name_tcmalloc(const void *malloc_function) {
  void *symbol = neighbour(malloc_function, "tc_version");
  if (symbol == NULL) {
    return false;
  }
  const char *(*version)(int *, int *, const char **);
  memcpy(&version, &symbol, sizeof(version));
  int major = 0;
  int minor = 0;
  const char *patch = "";
  version(&major, &minor, &patch);
  snprintf(name, sizeof(name), "tcmalloc %d.%d", major, minor);
  return true;
}

static bool name_mimalloc(const void *malloc_function) {
  void *symbol = neighbour(malloc_function, "mi_version");
  if (symbol == NULL) {
    return false;
  }
  int (*version)(void);
  memcpy(&version, &symbol, sizeof(version));
  int digits = version(); /* one for each part, such as 209 */
  snprintf(name, sizeof(name), "mimalloc %d.%d.%d", digits / 100, digits / 10 % 10, digits % 10);
  return true;
}

/* At load: a dump may be named inside malloc, where the dynamic linker must not be called. */
__attribute__((constructor)) static void find_name(void) {
  if (glibc_is_malloc()) {
    snprintf(name, sizeof(name), "glibc %s", gnu_get_libc_version());
    return;
  }
  void *function = dlsym(RTLD_DEFAULT, "malloc");
  Dl_info object;
  if (name_jemalloc(function) || name_tcmalloc(function) || name_mimalloc(function) || function == NULL ||
      dladdr(function, &object) == 0 || object.dli_fname == NULL) {
    return;
  }
  const char *slash = strrchr(object.dli_fname, '/');
  snprintf(name, sizeof(name), "%.100s", slash == NULL ? object.dli_fname : slash + 1);
}
