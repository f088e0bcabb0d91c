/** A profile as a text for people who want to see what is in it. */
@NullMarked
package io.jemscope.profile.raw;

import org.jspecify.annotations.NullMarked;
