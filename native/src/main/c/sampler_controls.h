#ifndef JEMSCOPE_SAMPLER_CONTROLS_H
#define JEMSCOPE_SAMPLER_CONTROLS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The sampler by jemalloc's controls, so that all that drives jemalloc drives it: prof.active, prof.dump, prof.reset
 * and those around them, with jemalloc's meanings, types and errors. Statistics are glibc's, where mallinfo2 tells what
 * jemalloc's control means.
 */
int sampler_mallctl(const char *name, void *old, size_t *old_size, void *fresh, size_t fresh_size);
int sampler_name_to_mib(const char *name, size_t *mib, size_t *length);

/* Whether a control is one of profiling: those are the sampler's where jemalloc doesn't profile. */
bool sampler_profiles_by(const char *name);

/* In a forked child: no dump is being made. */
void sampler_controls_after_fork(void);

/* Takes from the value of MALLOC_CONF what the sampler knows: lg_prof_sample. NULL for none. */
void sampler_configure(const char *malloc_conf);

#endif
