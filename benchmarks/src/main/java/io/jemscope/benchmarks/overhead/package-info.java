/** What Jemscope costs the program it watches, beside its peers. */
@NullMarked
package io.jemscope.benchmarks.overhead;

import org.jspecify.annotations.NullMarked;
