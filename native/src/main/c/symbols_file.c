/* The names beside a dump, in the form of jeprof's symbol section, so that the two concatenated are what jeprof reads.
 */

#include "symbols_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "counters.h"
#include "hook.h"
#include "metadata.h"
#include "region.h"
#include "resolver.h"

#define FORMAT_VERSION "1"

/* Not stdio's, whose buffer is from malloc: this may run inside malloc, and in a process that has no memory left. */
struct output {
  int file;
  int error;
  size_t used;
  char buffer[8192];
};

static void flush(struct output *output) {
  size_t done = 0;
  while (done < output->used && output->error == 0) {
    ssize_t written = write(output->file, output->buffer + done, output->used - done);
    if (written >= 0) {
      done += (size_t)written;
    } else if (errno != EINTR) {
      output->error = errno;
    }
  }
  output->used = 0;
}

static void put(struct output *output, const char *text, size_t length) {
  while (length > 0) {
    if (output->used == sizeof(output->buffer)) {
      flush(output);
    }
    size_t room = sizeof(output->buffer) - output->used;
    size_t part = length < room ? length : room;
    memcpy(output->buffer + output->used, text, part);
    output->used += part;
    text += part;
    length -= part;
  }
}

static void put_text(struct output *output, const char *text) { put(output, text, strlen(text)); }

static void put_fact(void *sink, const char *key, const char *value) {
  struct output *output = sink;
  put_text(output, "# ");
  put_text(output, key);
  put_text(output, ": ");
  for (; *value != '\0'; value++) {
    if (*value == '\n') {
      put_text(output, "\\n");
    } else if (*value == '\\') {
      put_text(output, "\\\\");
    } else {
      put(output, value, 1);
    }
  }
  put_text(output, "\n");
}

static void put_name(void *sink, uint32_t number, const char *name) {
  struct output *output = sink;
  char address[32];
  snprintf(address, sizeof(address), "0x%016" PRIx64 " ", HOOK_JAVA_FRAME | number);
  put_text(output, address);
  put_text(output, name);
  put_text(output, "\n");
}

static void put_counters(struct output *output) {
  for (int i = 0; i < COUNTERS; i++) {
    char value[32];
    snprintf(value, sizeof(value), "%" PRIu64, counters_read((enum counter)i));
    put_fact(output, counters_name((enum counter)i), value);
  }
}

static void put_executable(struct output *output) {
  size_t room = sizeof(output->buffer) - output->used;
  ssize_t length = readlink("/proc/self/exe", output->buffer + output->used, room);
  output->used += length > 0 ? (size_t)length : 0;
}

int symbols_file_write(int file, const char *kind, bool complete) {
  struct output *output = region_map(sizeof(*output));
  if (output == NULL) {
    return ENOMEM;
  }
  output->file = file;
  put_text(output, "--- symbol\nbinary=");
  put_executable(output);
  put_text(output, "\n");
  put_fact(output, "jemscope", FORMAT_VERSION);
  put_fact(output, "version", JEMSCOPE_VERSION);
  put_fact(output, "kind", kind);
  metadata_each(put_fact, output);
  if (!complete) {
    put_fact(output, "names", "incomplete");
  }
  put_counters(output);
  resolver_each(put_name, output);
  put_text(output, "---\n");
  flush(output);
  int error = output->error;
  munmap(output, sizeof(*output));
  return error;
}
