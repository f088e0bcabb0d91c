/** A small, seeded sample of what {@code benchmarks.verdict} measures. */
@NullMarked
package io.jemscope.benchmarks.verdict;

import org.jspecify.annotations.NullMarked;
