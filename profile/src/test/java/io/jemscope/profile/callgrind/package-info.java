/** Tests of the format. */
@NullMarked
package io.jemscope.profile.callgrind;

import org.jspecify.annotations.NullMarked;
