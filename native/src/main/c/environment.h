#ifndef JEMSCOPE_ENVIRONMENT_H
#define JEMSCOPE_ENVIRONMENT_H

#include <stdbool.h>

/* Remembers what the preload variables hold now; later calls change nothing. Call before the first change. */
void environment_capture(void);

/*
 * Takes Jemscope's preload variables out of the environment, so that the program's children start as they would without
 * Jemscope. Only safe while the process has one thread that runs C: at Agent_OnLoad.
 */
void environment_restore(void);

/* The captured value of LD_PRELOAD, MALLOC_CONF or JAVA_TOOL_OPTIONS; NULL if it was unset or isn't captured. */
const char *environment_captured(const char *name);

#endif
