/** Tests of the format. */
@NullMarked
package io.jemscope.profile.collapsed;

import org.jspecify.annotations.NullMarked;
