/**
 * The program that {@code jemscope demo} records: a small web shop under load, with four leaks of different kinds among
 * a lot of native memory that is used well.
 */
@NullMarked
package io.jemscope.testkit.demo;

import org.jspecify.annotations.NullMarked;
