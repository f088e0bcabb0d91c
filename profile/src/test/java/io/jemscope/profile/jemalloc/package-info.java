/** Tests of the format. */
@NullMarked
package io.jemscope.profile.jemalloc;

import org.jspecify.annotations.NullMarked;
