/**
 * What tests and the demonstration need: programs that leak native memory in amounts known beforehand, the JDKs of this
 * machine, and a runner for real processes.
 */
@NullMarked
package io.jemscope.testkit;

import org.jspecify.annotations.NullMarked;
