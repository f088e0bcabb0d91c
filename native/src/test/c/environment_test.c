/* The environment that the target's children get. */

#include "environment.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

static void variable_is(const char *name, const char *expected) {
  const char *value = getenv(name);
  CHECK(expected == NULL ? value == NULL : value != NULL && strcmp(value, expected) == 0);
}

static void what_the_user_had_comes_back(void) {
  setenv("JEMSCOPE_SAVED", "1", 1);
  setenv("JEMSCOPE_SAVED_LD_PRELOAD", "/users/own.so", 1);
  setenv("LD_PRELOAD", "/x/libjemalloc.so.2:/users/own.so", 1);
  setenv("MALLOC_CONF", "prof:true", 1);
  setenv("JAVA_TOOL_OPTIONS", "-agentpath:x", 1);
  environment_capture();
  environment_restore();
  variable_is("LD_PRELOAD", "/users/own.so");
  variable_is("MALLOC_CONF", NULL);
  variable_is("JAVA_TOOL_OPTIONS", NULL);
  variable_is("JEMSCOPE_SAVED", NULL);
  variable_is("JEMSCOPE_SAVED_LD_PRELOAD", NULL);
  CHECK(strcmp(environment_captured("MALLOC_CONF"), "prof:true") == 0);
  CHECK(strcmp(environment_captured("LD_PRELOAD"), "/x/libjemalloc.so.2:/users/own.so") == 0);
  CHECK(environment_captured("PATH") == NULL);
}

static void a_preload_by_hand_becomes(const char *before, const char *after) {
  setenv("LD_PRELOAD", before, 1);
  setenv("MALLOC_CONF", "prof:true", 1);
  environment_restore();
  variable_is("LD_PRELOAD", after);
  variable_is("MALLOC_CONF", "prof:true");
}

int main(void) {
  what_the_user_had_comes_back();
  a_preload_by_hand_becomes("/usr/lib/libjemalloc.so.2", NULL);
  a_preload_by_hand_becomes("libjemalloc.so", NULL);
  a_preload_by_hand_becomes("/a.so:/usr/lib/libjemalloc.so.2:/b.so", "/a.so:/b.so");
  a_preload_by_hand_becomes("/a.so /usr/lib/libjemalloc.so.2", "/a.so");
  a_preload_by_hand_becomes("/libjemalloc/other.so", "/libjemalloc/other.so");
  return 0;
}
