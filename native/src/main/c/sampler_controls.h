#ifndef JEMSCOPE_SAMPLER_CONTROLS_H
#define JEMSCOPE_SAMPLER_CONTROLS_H

#include <stdbool.h>
#include <stddef.h>

/* What the names of controls begin with that jemalloc doesn't have. */
#define SAMPLERS_OWN "jemscope."

/*
 * The sampler by jemalloc's controls, so that all that drives jemalloc drives it: prof.active, prof.dump, prof.reset
 * and those around them, with jemalloc's meanings, types and errors. stats.allocated is what mallinfo2 counts as in
 * use; glibc has no figure with the meaning of another one. Controls of our own:
 *
 * jemscope.malloc (text): malloc_name. jemscope.samples (bool): whether the sampler answers for profiling here.
 * jemscope.tool (text) and jemscope.tool.libraries (size_t): why prof.active was EBUSY, as sampler_tool.
 * jemscope.trim (write-only, without a value): malloc_trim; ENOENT if malloc isn't glibc's.
 */
int sampler_mallctl(const char *name, void *old, size_t *old_size, void *fresh, size_t fresh_size);
int sampler_name_to_mib(const char *name, size_t *mib, size_t *length);

/* Whether a control is one of profiling: those are the sampler's where jemalloc doesn't profile. */
bool sampler_profiles_by(const char *name);

/* In a forked child: no dump is being made. */
void sampler_controls_after_fork(void);

/* Takes from the value of MALLOC_CONF what the sampler knows: lg_prof_sample and prof_prefix. NULL for none. */
void sampler_configure(const char *malloc_conf);

#endif
