/** How long a dump takes when it is asked for over HTTP, beside jemalloc's own. */
@NullMarked
package io.jemscope.benchmarks.dump;

import org.jspecify.annotations.NullMarked;
