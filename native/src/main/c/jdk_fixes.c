/* Fixes of HotSpot that decide what may be asked of JVMTI. */

#include "jdk_fixes.h"

#include <stddef.h>
#include <stdio.h>

struct fixed_in {
  int feature;   /* in this release and all later ones */
  int update_21; /* in 21.0.x from this x on */
  int update_17;
};

static bool has(const char *version, struct fixed_in fixed) {
  int feature = 0;
  int interim = 0;
  int update = 0;
  if (version == NULL || sscanf(version, "%d.%d.%d", &feature, &interim, &update) < 1) {
    return false;
  }
  return feature >= fixed.feature || (feature == 21 && update >= fixed.update_21) ||
         (feature == 17 && update >= fixed.update_17);
}

bool jdk_fixes_declaring_class(const char *version) { return has(version, (struct fixed_in){24, 6, 17}); }

bool jdk_fixes_old_versions(const char *version) { return has(version, (struct fixed_in){22, 3, 11}); }
