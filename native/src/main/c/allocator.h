#ifndef JEMSCOPE_ALLOCATOR_H
#define JEMSCOPE_ALLOCATOR_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether this process has a jemalloc whose mallctl can be reached. */
bool allocator_present(void);

/* The prefix of its names: "", "je_" or "_rjem_". */
const char *allocator_prefix(void);

/* The address of its mallctl, or of our sampler's. */
uintptr_t allocator_entry(void);

/* The path of the object that has it. */
bool allocator_path(char path[PATH_MAX]);

/* mallctl. Where there is no jemalloc, or one that doesn't profile, our own sampler answers to the controls that it
 * has. */
int allocator_mallctl(const char *name, void *old, size_t *old_size, void *fresh, size_t fresh_size);

/* Whether it is ours that samples. */
bool allocator_is_sampled_by_ours(void);

/* mallctlnametomib, likewise. */
int allocator_name_to_mib(const char *name, size_t *mib, size_t *length);

/* malloc_stats_print; where there is no jemalloc, glibc_statistics. */
bool allocator_statistics(void (*write)(void *sink, const char *text), void *sink, const char *options);

/* Typed reads; the second argument is the result if the control is absent. */
bool allocator_flag(const char *name, bool otherwise);
size_t allocator_size(const char *name, size_t otherwise);
const char *allocator_text(const char *name);

/* Writes a boolean control; errno. */
int allocator_set_flag(const char *name, bool value);

/* Whether malloc itself is this jemalloc, not merely linked beside it: then malloc(1) moves thread.allocatedp. */
bool allocator_canary(void);

/* The text of the malloc_conf symbol, or NULL. */
const char *allocator_conf_symbol(void);

/* Whether the calling thread's allocations are sampled; returns what it was before. What Jemscope makes the JVM
   allocate must not be attributed to the program's line that happens to be running. */
bool allocator_sample_thread(bool sampled);

typedef void any_hook(void); /* stands for each type of hook */

/* One of jemalloc's hooks, which call each other. Ours calls the one that it found, and never one that was set after
   ours was: that one is taken to call ours, and the two would call each other without end. */
struct allocator_hook {
  const char *control;
  any_hook *ours;
  _Atomic(any_hook *) previous; /* release before ours is set, acquire in ours */
  bool set;                     /* ours was set and not removed again */
  bool was_set;                 /* ever: previous is valid */
};

/* Callers of both take turns, for each hook. */
bool allocator_hook_is_set(const struct allocator_hook *hook);

/* Sets or removes it; errno, 0 if nothing had to be done, EBUSY if another library's hook stands in the way. */
int allocator_hook_set(struct allocator_hook *hook, bool on);

#endif
