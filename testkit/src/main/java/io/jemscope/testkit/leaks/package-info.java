/**
 * Leaky programs, one for each way in which a JVM comes by native memory and for each kind of Java code that can ask
 * for it. Each asks for odd, recognisable sizes, prints what it planted, and returns from {@code main} with the memory
 * still held.
 */
@NullMarked
package io.jemscope.testkit.leaks;

import org.jspecify.annotations.NullMarked;
