/**
 * Names of functions as their authors wrote them: C++ names by the Itanium C++ ABI (chapter 5.1, "External Names"), which
 * GCC and Clang follow on Linux, and Rust's by both its schemes.
 *
 * <p>{@link Demangler} is the way in. {@link NameGrammar}, {@link TypeGrammar} and {@link ExpressionGrammar} follow the
 * ABI's grammar and build {@link Node}s; a {@link Printer} writes those down. A tree in between is needed, since a C++
 * declarator is written around its name and a parameter pack as often as it has elements. Rust's names need none: {@link
 * RustName} and {@link RustLegacyName} write while they read.
 */
@NullMarked
package io.jemscope.symbols.demangle;

import org.jspecify.annotations.NullMarked;
