/** Tests of the format. */
@NullMarked
package io.jemscope.profile.raw;

import org.jspecify.annotations.NullMarked;
