#ifndef JEMSCOPE_ALLOCATOR_H
#define JEMSCOPE_ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True when this process has a jemalloc whose mallctl can be reached. */
bool allocator_present(void);

/* The prefix of its names: "", "je_" or "_rjem_". */
const char *allocator_prefix(void);

/* The address of its mallctl, to find the object it lives in; 0 when there is none. */
uintptr_t allocator_entry(void);

/* Writes the path of the object that exports mallctl into path; false when there is no jemalloc. */
bool allocator_path(char *path, size_t size);

/* mallctl; ENOSYS when there is no jemalloc. */
int allocator_control(const char *name, void *old, size_t *old_size, void *fresh, size_t fresh_size);

/* Looks up a name once, so that allocator_control_at need not; length in and out as in mallctlnametomib. */
int allocator_name_to_mib(const char *name, size_t *mib, size_t *length);
int allocator_control_at(const size_t *mib, size_t length, void *old, size_t *old_size, void *fresh, size_t fresh_size);

/* malloc_stats_print; false when there is no jemalloc. */
bool allocator_statistics(void (*write)(void *sink, const char *text), void *sink, const char *options);

/* Typed reads; the second argument is what to answer when the control is absent. */
bool allocator_flag(const char *name, bool otherwise);
size_t allocator_size(const char *name, size_t otherwise);
const char *allocator_text(const char *name);

/* Writes a boolean control; answers errno. */
int allocator_set_flag(const char *name, bool value);

/* True when malloc(1) moves thread.allocatedp: malloc itself is this jemalloc, not merely linked beside it. */
bool allocator_canary(void);

/* The text of the malloc_conf symbol, or NULL. */
const char *allocator_conf_symbol(void);

/*
 * Keeps the calling thread's allocations out of the profile, or lets them in again; answers how it was before. What
 * Jemscope makes the JVM allocate must not be put down to the program's line that happened to be running.
 */
bool allocator_sample_thread(bool sampled);

#endif
