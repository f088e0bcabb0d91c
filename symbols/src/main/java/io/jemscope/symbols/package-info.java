/**
 * From addresses to functions: takes a profile whose stacks are addresses and gives it back with frames. What it can't
 * name it leaves as {@code lib.so+0x1234}; it never guesses.
 */
@NullMarked
package io.jemscope.symbols;

import org.jspecify.annotations.NullMarked;
