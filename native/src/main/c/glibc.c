#include "glibc.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>

#include "objects.h"

/* Not through the weak name: that would need glibc 2.33 to load the library. Found once: a later call leaves the dynamic
   linker alone, whose locks a child that is forked meanwhile would find taken. */
static void *find_mallinfo2(void) {
  static _Atomic(void *) known; /* relaxed: all who look find the same */
  void *symbol = atomic_load_explicit(&known, memory_order_relaxed);
  if (symbol == NULL) {
    void *libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
    symbol = libc == NULL ? NULL : dlsym(libc, "mallinfo2");
    atomic_store_explicit(&known, symbol, memory_order_relaxed);
    if (libc != NULL) {
      dlclose(libc);
    }
  }
  return symbol;
}

bool glibc_mallinfo(struct glibc_info *info) {
  void *symbol = find_mallinfo2();
  if (symbol != NULL) {
    struct glibc_info (*mallinfo2)(void);
    memcpy(&mallinfo2, &symbol, sizeof(mallinfo2));
    *info = mallinfo2();
  }
  return symbol != NULL;
}

bool glibc_count(struct glibc_counts *counts) {
  struct glibc_info info;
  bool known = glibc_mallinfo(&info);
  if (known) {
    *counts = (struct glibc_counts){info.uordblks, info.fordblks, info.hblkhd, info.hblks};
  }
  return known;
}

bool glibc_is_malloc(void) {
  void *libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  void *function = dlsym(RTLD_DEFAULT, "malloc");
  bool is_malloc = libc != NULL && (function == dlsym(libc, "malloc") || objects_is_stub(function));
  if (libc != NULL) {
    dlclose(libc);
  }
  return is_malloc;
}
