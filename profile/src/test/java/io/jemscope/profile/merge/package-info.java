/** Tests of merging. */
@NullMarked
package io.jemscope.profile.merge;

import org.jspecify.annotations.NullMarked;
