#ifndef JEMSCOPE_OWN_PATH_H
#define JEMSCOPE_OWN_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* The path of libjemscope.so itself. */
bool own_path(char *path, size_t size);

/* The path of a file beside it, which need not exist. */
bool own_sibling(const char *name, char *path, size_t size);

#endif
