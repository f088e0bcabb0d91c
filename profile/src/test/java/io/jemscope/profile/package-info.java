/** Tests of the model. */
@NullMarked
package io.jemscope.profile;

import org.jspecify.annotations.NullMarked;
