/** The product as a user meets it: the image's own command, real JVMs, real jemalloc. */
@NullMarked
package io.jemscope.endtoend;

import org.jspecify.annotations.NullMarked;
