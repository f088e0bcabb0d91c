/** Stores and collectors of large fleets. */
@NullMarked
package io.jemscope.benchmarks.fleet;

import org.jspecify.annotations.NullMarked;
