/* The environment that the jemscope command set up for the target, put back to what the user had. */

#include "environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAVED_PREFIX "JEMSCOPE_SAVED_"
#define SAVED_MARK "JEMSCOPE_SAVED"

/* Written once, before any other thread can ask; only read after that. */
static struct variable {
  const char *name;
  char *captured;
} variables[] = {{"LD_PRELOAD", NULL}, {"MALLOC_CONF", NULL}, {"JAVA_TOOL_OPTIONS", NULL}};

enum { VARIABLES = sizeof(variables) / sizeof(variables[0]) };

void environment_capture(void) {
  static bool done;
  if (done) {
    return;
  }
  done = true;
  for (int i = 0; i < VARIABLES; i++) {
    const char *value = getenv(variables[i].name);
    variables[i].captured = value == NULL ? NULL : strdup(value);
  }
}

const char *environment_captured(const char *name) {
  for (int i = 0; i < VARIABLES; i++) {
    if (strcmp(variables[i].name, name) == 0) {
      return variables[i].captured;
    }
  }
  return NULL;
}

static void restore_saved(void) {
  for (int i = 0; i < VARIABLES; i++) {
    char saved_name[64];
    snprintf(saved_name, sizeof(saved_name), SAVED_PREFIX "%s", variables[i].name);
    const char *saved = getenv(saved_name);
    if (saved == NULL) {
      unsetenv(variables[i].name);
    } else {
      setenv(variables[i].name, saved, 1);
    }
    unsetenv(saved_name);
  }
  unsetenv(SAVED_MARK);
}

static bool names_jemalloc(const char *entry, size_t length) {
  size_t start = length;
  while (start > 0 && entry[start - 1] != '/') {
    start--;
  }
  const char prefix[] = "libjemalloc";
  return length - start >= sizeof(prefix) - 1 && strncmp(entry + start, prefix, sizeof(prefix) - 1) == 0;
}

/* A user who preloaded by hand: only the jemalloc entry is ours to take, whatever else is there stays in its order. */
static void remove_preloaded_jemalloc(void) {
  const char *preload = getenv("LD_PRELOAD");
  if (preload == NULL) {
    return;
  }
  char *rest = malloc(strlen(preload) + 1);
  if (rest == NULL) {
    return;
  }
  size_t used = 0;
  bool found = false;
  for (const char *entry = preload; *entry != '\0';) {
    size_t length = strcspn(entry, ": ");
    if (names_jemalloc(entry, length)) {
      found = true;
    } else if (length > 0) {
      if (used > 0) {
        rest[used++] = ':';
      }
      memcpy(rest + used, entry, length);
      used += length;
    }
    entry += length;
    entry += *entry != '\0' ? 1 : 0;
  }
  rest[used] = '\0';
  if (found && used == 0) {
    unsetenv("LD_PRELOAD");
  } else if (found) {
    setenv("LD_PRELOAD", rest, 1);
  }
  free(rest);
}

void environment_restore(void) {
  if (getenv(SAVED_MARK) != NULL) {
    restore_saved();
  } else {
    remove_preloaded_jemalloc();
  }
}
