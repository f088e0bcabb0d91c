#ifndef JEMSCOPE_CONTROL_NAMES_H
#define JEMSCOPE_CONTROL_NAMES_H

#include <stdbool.h>

/* True for the controls that are set by a text. */
bool control_takes_text(const char *name);

/* True for the controls whose value holds an address that jemalloc follows or calls, a text's among them. */
bool control_follows_address(const char *name);

#endif
