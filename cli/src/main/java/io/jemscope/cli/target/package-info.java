/** Which running JVM is meant, and what can be seen of it from outside. */
@NullMarked
package io.jemscope.cli.target;

import org.jspecify.annotations.NullMarked;
