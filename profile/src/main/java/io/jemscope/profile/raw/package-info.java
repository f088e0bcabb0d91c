/** Prints a whole profile as text. */
@NullMarked
package io.jemscope.profile.raw;

import org.jspecify.annotations.NullMarked;
