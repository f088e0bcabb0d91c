/**
 * Simulates jemalloc's sampling and measures how often what the reports print is true: the script
 * {@code benchmarks/statistics}.
 */
@NullMarked
package io.jemscope.benchmarks.statistics;

import org.jspecify.annotations.NullMarked;
