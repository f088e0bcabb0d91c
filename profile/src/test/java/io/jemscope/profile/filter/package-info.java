/** Tests of the filters. */
@NullMarked
package io.jemscope.profile.filter;

import org.jspecify.annotations.NullMarked;
