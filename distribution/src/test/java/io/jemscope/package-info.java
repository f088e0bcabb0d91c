/** Tests of the whole product. */
@NullMarked
package io.jemscope;

import org.jspecify.annotations.NullMarked;
