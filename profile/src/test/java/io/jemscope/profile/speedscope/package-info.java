/** Tests of the format. */
@NullMarked
package io.jemscope.profile.speedscope;

import org.jspecify.annotations.NullMarked;
