/*
 * What a control's name tells of its type. jemalloc checks the size of a value and nothing else: a number as wide as a
 * pointer, given to a control that wants a pointer, ends the process.
 */

#include "control_names.h"

#include <stddef.h>
#include <string.h>

static bool starts_with(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text);
  return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

bool control_takes_text(const char *name) {
  return strcmp(name, "prof.dump") == 0 || strcmp(name, "prof.prefix") == 0 || strcmp(name, "prof.log_start") == 0 ||
         strcmp(name, "thread.prof.name") == 0 ||
         (starts_with(name, "arena.") && (ends_with(name, ".dss") || ends_with(name, ".name")));
}

bool control_follows_address(const char *name) {
  /* experimental holds hooks, batches of allocations and queries: none of them is a plain value. */
  return control_takes_text(name) || starts_with(name, "experimental.") || ends_with(name, ".extent_hooks");
}
