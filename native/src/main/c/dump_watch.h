#ifndef JEMSCOPE_DUMP_WATCH_H
#define JEMSCOPE_DUMP_WATCH_H

#include <stdbool.h>

/*
 * Has jemalloc tell of each dump that it makes by itself (at intervals, at new highs, at the end, or under a name that
 * it was given by others), so that the names of its Java frames are written beside it; or no longer. The resolver must
 * have been started. Answers errno: ENOENT where this jemalloc has no hook for it.
 */
int dump_watch_set(bool on);

/* What made jemalloc write a dump of that path, by its name: final, interval, highWater, or manual. */
const char *dump_watch_kind(const char *path);

#endif
