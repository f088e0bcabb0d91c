/** A small, seeded sample of what {@code benchmarks/statistics} measures. */
@NullMarked
package io.jemscope.benchmarks.statistics;

import org.jspecify.annotations.NullMarked;
