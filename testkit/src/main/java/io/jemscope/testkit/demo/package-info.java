/**
 * The program that {@code jemscope demo} records: a small web shop under load, with four leaks of different kinds among
 * much native memory that is freed correctly.
 */
@NullMarked
package io.jemscope.testkit.demo;

import org.jspecify.annotations.NullMarked;
