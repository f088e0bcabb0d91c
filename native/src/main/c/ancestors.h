#ifndef JEMSCOPE_ANCESTORS_H
#define JEMSCOPE_ANCESTORS_H

#include <limits.h>

enum ancestors {
  ANCESTORS_SAFE,
  ANCESTORS_UNKNOWN,    /* they could not be looked at: errno says why */
  ANCESTORS_OF_ANOTHER, /* one belongs to another user */
  ANCESTORS_OPEN,       /* every user may write to one */
};

/*
 * Whether the folders above a path, as far as they exist, are safe: who may write to one can replace what lies below.
 * Each belongs to this user or to root, and not everyone may write to it. Its group may, which the administrator chose;
 * the sticky bit, as on /tmp, keeps users from each other's entries; and the root of a mounted volume may have any owner
 * and mode, as Kubernetes mounts them. at is the folder that isn't safe.
 */
enum ancestors ancestors_look(const char *path, char at[PATH_MAX]);

#endif
