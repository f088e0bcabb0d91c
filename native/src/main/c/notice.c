/* The lines that Jemscope writes to the program's standard error: few, whole, and never through stdio's locks. */

#include "notice.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

enum { LINE_BYTES = 1024 };

static void write_line(const char *format, va_list arguments) {
  char line[LINE_BYTES] = "jemscope: ";
  const size_t prefix = sizeof("jemscope: ") - 1;
  int wanted = vsnprintf(line + prefix, sizeof(line) - prefix - 1, format, arguments);
  if (wanted < 0) {
    return;
  }
  size_t length = prefix + (size_t)wanted;
  if (length > sizeof(line) - 2) {
    length = sizeof(line) - 2;
  }
  /* It stays one line, whatever texts it quotes. */
  for (size_t i = 0; i < length; i++) {
    line[i] = (unsigned char)line[i] < ' ' || line[i] == 0x7F ? ' ' : line[i];
  }
  line[length++] = '\n';
  ssize_t written = write(STDERR_FILENO, line, length);
  (void)written; /* A closed standard error is the program's own choice. */
}

void notice(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write_line(format, arguments);
  va_end(arguments);
}

void notice_missing(const char *format, ...) {
  /* relaxed: it only decides who writes, it publishes nothing. */
  static _Atomic int said;
  if (atomic_exchange_explicit(&said, 1, memory_order_relaxed) != 0) {
    return;
  }
  va_list arguments;
  va_start(arguments, format);
  write_line(format, arguments);
  va_end(arguments);
}
