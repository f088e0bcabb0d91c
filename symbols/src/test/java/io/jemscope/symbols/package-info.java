/** Tests of naming addresses. */
@NullMarked
package io.jemscope.symbols;

import org.jspecify.annotations.NullMarked;
