/**
 * Names of functions as their authors wrote them: C++ names by the Itanium C++ ABI (chapter 5.1, "External Names"), which
 * GCC and Clang follow on Linux. Other schemes join here when they are needed; the ABI's prefix {@code _Z} tells this one.
 *
 * <p>{@link Demangler} is the way in. {@link NameGrammar}, {@link TypeGrammar} and {@link ExpressionGrammar} follow the
 * ABI's grammar and build {@link Node}s; a {@link Printer} writes those down. A tree in between is needed, since a C++
 * declarator is written around its name and a parameter pack as often as it has elements.
 */
@NullMarked
package io.jemscope.symbols.demangle;

import org.jspecify.annotations.NullMarked;
