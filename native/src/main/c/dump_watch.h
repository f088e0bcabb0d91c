#ifndef JEMSCOPE_DUMP_WATCH_H
#define JEMSCOPE_DUMP_WATCH_H

#include <stdbool.h>

/*
 * Whether jemalloc reports each dump that it makes by itself (at intervals, at new highs, at the end, or under a name
 * that others gave it), so that the names of its Java frames are written beside it. Callers take turns; the resolver
 * must have been started. Errno: ENOENT if this jemalloc has no hook for it.
 */
int dump_watch_set(bool on);

/* Whether dumps wait for their names. Safe in the hook. */
bool dump_watch_has_work(void);

/* Names them, on the resolver's thread; complete: all frames have names by now. */
void dump_watch_work(bool complete);

/* What made jemalloc write a dump of that path, by its name: final, interval, highWater, or manual. */
const char *dump_watch_kind(const char *path);

#endif
