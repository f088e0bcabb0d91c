/* Versions of the JVM as vendors write them, and which fixes they have. */

#include "jdk_fixes.h"

#include <string.h>

#include "check.h"

static const char *version; /* NULL: the JVM doesn't tell */

static jvmtiError JNICALL property(jvmtiEnv *jvmti, const char *name, char **value) {
  (void)jvmti;
  CHECK(strcmp(name, "java.vm.version") == 0);
  *value = version == NULL ? NULL : strdup(version);
  return version == NULL ? JVMTI_ERROR_NOT_AVAILABLE : JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL deallocate(jvmtiEnv *jvmti, unsigned char *memory) {
  (void)jvmti;
  free(memory);
  return JVMTI_ERROR_NONE;
}

static void open_version(const char *text) {
  static const struct jvmtiInterface_1_ functions = {.GetSystemProperty = property, .Deallocate = deallocate};
  static jvmtiEnv jvmti = &functions;
  version = text;
  jdk_fixes_open(&jvmti);
}

static bool has_declaring_class(const char *text) {
  open_version(text);
  return jdk_fixes_declaring_class();
}

static bool has_old_versions(const char *text) {
  open_version(text);
  return jdk_fixes_old_versions();
}

int main(void) {
  CHECK(!has_declaring_class("17.0.16+8") && has_declaring_class("17.0.17+10-Debian-1"));
  CHECK(!has_declaring_class("21.0.5+11-LTS") && has_declaring_class("21.0.6+7-LTS"));
  CHECK(!has_declaring_class("23.0.2+7") && has_declaring_class("24+36"));
  CHECK(has_declaring_class("25.0.1+8-LTS") && has_declaring_class("26-ea+9"));
  CHECK(!has_old_versions("17.0.10+7") && has_old_versions("17.0.11+9"));
  CHECK(!has_old_versions("21.0.2+13") && has_old_versions("21.0.3+9") && has_old_versions("22+36"));
  CHECK(!has_declaring_class("17") && !has_declaring_class("") && !has_declaring_class("unknown"));
  CHECK(!has_declaring_class(NULL));
  return 0;
}
