/** Tests of the format. */
@NullMarked
package io.jemscope.profile.pprof;

import org.jspecify.annotations.NullMarked;
