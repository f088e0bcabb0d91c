/** Profiles for speedscope, a flame graph viewer. */
@NullMarked
package io.jemscope.profile.speedscope;

import org.jspecify.annotations.NullMarked;
