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

static bool names_jemalloc(const char *file) {
  const char *slash = strrchr(file, '/');
  const char *name = slash == NULL ? file : slash + 1;
  static const char prefix[] = "libjemalloc";
  return strncmp(name, prefix, sizeof(prefix) - 1) == 0;
}

/* A user preloaded by hand: only the jemalloc entry goes, the others stay in their order. */
static void remove_preloaded_jemalloc(void) {
  const char *preload = getenv("LD_PRELOAD");
  char *entries = preload == NULL ? NULL : strdup(preload);
  char *rest = entries == NULL ? NULL : calloc(strlen(entries) + 1, 1);
  bool found = false;
  char *state = NULL;
  for (char *entry = rest == NULL ? NULL : strtok_r(entries, ": ", &state); entry != NULL;
       entry = strtok_r(NULL, ": ", &state)) {
    if (names_jemalloc(entry)) {
      found = true;
    } else {
      strcat(strcat(rest, rest[0] == '\0' ? "" : ":"), entry);
    }
  }
  if (found && rest[0] == '\0') {
    unsetenv("LD_PRELOAD");
  } else if (found) {
    setenv("LD_PRELOAD", rest, 1);
  }
  free(rest);
  free(entries);
}

void environment_restore(void) {
  if (getenv(SAVED_MARK) != NULL) {
    restore_saved();
  } else {
    remove_preloaded_jemalloc();
  }
}
