/**
 * The addresses that profile readers know: {@code /debug/pprof/…}, which Go's pprof, Parca and Pyroscope read, and
 * {@code /pprof/…}, which jeprof reads.
 */
@NullMarked
package io.jemscope.agent.web.compat.pprof;

import org.jspecify.annotations.NullMarked;
