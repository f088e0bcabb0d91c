/* Times as the symbols file states them. */

#include "clock.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int64_t millis(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t clock_epoch_millis(void) { return millis(CLOCK_REALTIME); }

int64_t clock_program_start(void) {
  char text[1024];
  int file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return 0;
  }
  ssize_t length = read(file, text, sizeof(text) - 1);
  close(file);
  text[length < 0 ? 0 : length] = '\0';
  /* proc(5): field 22 counts clock ticks since boot. Field 2 is the name in brackets and may hold anything. */
  const char *field = strrchr(text, ')');
  for (int number = 2; field != NULL && number < 22; number++) {
    field = strchr(field + 1, ' ');
  }
  long hertz = sysconf(_SC_CLK_TCK);
  if (field == NULL || hertz <= 0) {
    return 0;
  }
  int64_t since_boot = (int64_t)strtoll(field, NULL, 10) * 1000 / hertz;
  return clock_epoch_millis() - (millis(CLOCK_BOOTTIME) - since_boot);
}
