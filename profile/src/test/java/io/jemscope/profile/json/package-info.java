/** Tests of the format. */
@NullMarked
package io.jemscope.profile.json;

import org.jspecify.annotations.NullMarked;
