#include "glibc.h"

#include <dlfcn.h>
#include <string.h>

/* Not through the weak name: that would need glibc 2.33 to load the library. */
bool glibc_count(struct glibc_counts *counts) {
  struct { /* struct mallinfo2, which the headers of older versions don't have */
    size_t arena, ordblks, smblks, hblks, hblkhd, usmblks, fsmblks, uordblks, fordblks, keepcost;
  } info;
  void *libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  void *symbol = libc == NULL ? NULL : dlsym(libc, "mallinfo2");
  if (symbol != NULL) {
    __typeof__(info) (*mallinfo2)(void);
    memcpy(&mallinfo2, &symbol, sizeof(mallinfo2));
    info = mallinfo2();
    *counts = (struct glibc_counts){info.uordblks, info.fordblks, info.hblkhd, info.hblks};
  }
  if (libc != NULL) {
    dlclose(libc);
  }
  return symbol != NULL;
}

bool glibc_is_malloc(void) {
  void *libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  bool is_malloc = libc != NULL && dlsym(RTLD_DEFAULT, "malloc") == dlsym(libc, "malloc");
  if (libc != NULL) {
    dlclose(libc);
  }
  return is_malloc;
}
