/* See runtime_folder.h; the Java half finds the same. */

#include "runtime_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Written once, before another thread can ask. */
static bool is_captured;
static char captured[PATH_MAX];
static int captured_length; /* 0: the environment names none */

static int name_by_environment(char folder[PATH_MAX]) {
  const char *own = getenv("JEMSCOPE_RUNTIME_DIR");
  const char *session = getenv("XDG_RUNTIME_DIR");
  if (own != NULL && own[0] != '\0') {
    return snprintf(folder, PATH_MAX, "%s", own);
  }
  return session != NULL && session[0] != '\0' ? snprintf(folder, PATH_MAX, "%s/jemscope", session) : 0;
}

void runtime_folder_capture(void) {
  captured_length = name_by_environment(captured);
  is_captured = true;
}

int runtime_folder_of_user(char folder[PATH_MAX]) {
  return snprintf(folder, PATH_MAX, "/tmp/jemscope-%ld", (long)geteuid());
}

int runtime_folder_name(char folder[PATH_MAX]) {
  int length = is_captured ? captured_length : name_by_environment(folder);
  if (is_captured && length > 0) {
    memcpy(folder, captured, PATH_MAX);
  }
  return length > 0 ? length : runtime_folder_of_user(folder);
}

bool runtime_folder_make(char folder[PATH_MAX], size_t longest, char why[FOLDER_WHY_BYTES]) {
  char ignored[FOLDER_WHY_BYTES];
  int length = runtime_folder_name(folder);
  if (length < PATH_MAX && (size_t)length <= longest && folder_is_fit(folder, true, ignored)) {
    return true;
  }
  runtime_folder_of_user(folder);
  return folder_is_fit(folder, true, why);
}
