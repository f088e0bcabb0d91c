/** jemalloc's log of sampled allocations and when they were freed ({@code prof_log}). */
@NullMarked
package io.jemscope.profile.proflog;

import org.jspecify.annotations.NullMarked;
