/** Profiles in pprof's format, {@code profile.proto}, written and read by hand (the module's README says why). */
@NullMarked
package io.jemscope.profile.pprof;

import org.jspecify.annotations.NullMarked;
