/** Programs that are no leak's example, but end, write, start others or torture the JVM in ways that tests ask for. */
@NullMarked
package io.jemscope.testkit.programs;

import org.jspecify.annotations.NullMarked;
