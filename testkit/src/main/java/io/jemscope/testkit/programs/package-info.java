/** Programs for tests that exit, print, start processes or stress the JVM, without leaks. */
@NullMarked
package io.jemscope.testkit.programs;

import org.jspecify.annotations.NullMarked;
