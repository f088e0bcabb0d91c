/* Fixes of HotSpot that decide what may be asked of JVMTI. */

#include "jdk_fixes.h"

#include <stddef.h>
#include <stdio.h>

struct fixed_in {
  int feature;   /* in this release and all later ones */
  int update_21; /* in 21.0.x from this x on */
  int update_17;
};

/* Of this JVM; 0 before jdk_fixes_open. */
static int feature;
static int update;

void jdk_fixes_open(jvmtiEnv *jvmti) {
  char *version = NULL;
  int interim = 0;
  feature = 0;
  update = 0;
  if ((*jvmti)->GetSystemProperty(jvmti, "java.vm.version", &version) == JVMTI_ERROR_NONE) {
    sscanf(version, "%d.%d.%d", &feature, &interim, &update);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)version);
  }
}

static bool has(struct fixed_in fixed) {
  return feature >= fixed.feature || (feature == 21 && update >= fixed.update_21) ||
         (feature == 17 && update >= fixed.update_17);
}

bool jdk_fixes_declaring_class(void) { return has((struct fixed_in){24, 6, 17}); }

bool jdk_fixes_old_versions(void) { return has((struct fixed_in){22, 3, 11}); }
