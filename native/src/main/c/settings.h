#ifndef JEMSCOPE_SETTINGS_H
#define JEMSCOPE_SETTINGS_H

#include "options.h"

/* Looks a system property up; false where there is none, or it doesn't fit. */
typedef bool settings_property(const char *name, char *value, unsigned long size);

/*
 * Sets what the agent's options leave open, of the keys that this library has a use for: from the system properties
 * jemscope.KEY, then the environment's JEMSCOPE_KEY, then the lines "key = value" of the file that the key config
 * names. Of what the Java half reads too, the Java half complains.
 */
void settings_complete(struct options *options, settings_property *property, options_complaint *complain);

#endif
