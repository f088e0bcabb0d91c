/**
 * For tests and the demo: programs that leak known amounts of native memory, the JDKs of this machine, and a runner for real
 * processes.
 */
@NullMarked
package io.jemscope.testkit;

import org.jspecify.annotations.NullMarked;
