#ifndef JEMSCOPE_FOLDER_H
#define JEMSCOPE_FOLDER_H

#include <limits.h>
#include <stdbool.h>

enum { FOLDER_WHY_BYTES = PATH_MAX + 128 };

/*
 * Whether the folders above a path, as far as they exist, are safe: other users who can write to one can replace what
 * lies below. Each must belong to this user or to root, and not be writable for everyone. Allowed are: write access for
 * the group, which the administrator chose; the sticky bit, as on /tmp; and any owner and mode at the root of a mounted
 * volume, as Kubernetes mounts them. If not, why is the reason and the remedy, as the end of a sentence.
 */
bool folder_lies_safe(const char *path, char why[FOLDER_WHY_BYTES]);

/*
 * Whether dumps can go to the folder: it lies safe, belongs to this user, and only this user can write to it, because
 * files that others put there would be taken for Jemscope's. With make, it is made first, and missing folders above it,
 * all private to this user; without, a missing folder is fit if this user can make it.
 */
bool folder_is_fit(const char *folder, bool make, char why[FOLDER_WHY_BYTES]);

#endif
