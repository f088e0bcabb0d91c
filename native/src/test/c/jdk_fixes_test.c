/* Versions of the JVM as vendors write them, and which fixes they have. */

#include "jdk_fixes.h"

#include "check.h"

int main(void) {
  CHECK(!jdk_fixes_declaring_class("17.0.16+8") && jdk_fixes_declaring_class("17.0.17+10-Debian-1"));
  CHECK(!jdk_fixes_declaring_class("21.0.5+11-LTS") && jdk_fixes_declaring_class("21.0.6+7-LTS"));
  CHECK(!jdk_fixes_declaring_class("23.0.2+7") && jdk_fixes_declaring_class("24+36"));
  CHECK(jdk_fixes_declaring_class("25.0.1+8-LTS") && jdk_fixes_declaring_class("26-ea+9"));
  CHECK(!jdk_fixes_old_versions("17.0.10+7") && jdk_fixes_old_versions("17.0.11+9"));
  CHECK(!jdk_fixes_old_versions("21.0.2+13") && jdk_fixes_old_versions("21.0.3+9") && jdk_fixes_old_versions("22+36"));
  CHECK(!jdk_fixes_declaring_class("17") && !jdk_fixes_declaring_class("") && !jdk_fixes_declaring_class("unknown"));
  CHECK(!jdk_fixes_declaring_class(NULL));
  return 0;
}
