/** Several profiles as one. */
@NullMarked
package io.jemscope.profile.merge;

import org.jspecify.annotations.NullMarked;
