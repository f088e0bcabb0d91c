/**
 * Leaky programs, one for each way in which a JVM allocates native memory and for each kind of Java code that can cause it. Each
 * allocates odd, recognisable sizes, prints what it leaked, and returns from {@code main} without freeing it.
 */
@NullMarked
package io.jemscope.testkit.leaks;

import org.jspecify.annotations.NullMarked;
