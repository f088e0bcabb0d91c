/** Collapsed stacks, a line each, as flame graph tools read them. */
@NullMarked
package io.jemscope.profile.collapsed;

import org.jspecify.annotations.NullMarked;
