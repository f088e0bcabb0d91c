/** Tests of the format. */
@NullMarked
package io.jemscope.profile.proflog;

import org.jspecify.annotations.NullMarked;
