/**
 * From addresses to functions: returns a profile of addresses with frames. An address without a name stays
 * {@code lib.so+0x1234}; names are never guessed.
 */
@NullMarked
package io.jemscope.symbols;

import org.jspecify.annotations.NullMarked;
