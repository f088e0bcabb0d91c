/** What the script {@code benchmarks/analyser} measures the reports on. */
@NullMarked
package io.jemscope.benchmarks.analyser;

import org.jspecify.annotations.NullMarked;
