#ifndef JEMSCOPE_SETTINGS_H
#define JEMSCOPE_SETTINGS_H

#include <jvmti.h>

#include "options.h"

/*
 * Sets what the agent's options left open, for the keys that this library uses: from the system properties
 * jemscope.KEY, then the environment's JEMSCOPE_KEY, then the lines "key = value" of the file that the key config
 * names. The Java half complains of bad values of the keys that it reads too.
 */
void settings_complete(struct options *options, jvmtiEnv *jvmti, options_complaint *complain);

#endif
