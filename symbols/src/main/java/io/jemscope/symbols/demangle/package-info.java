/**
 * Demangles C++ names by the Itanium C++ ABI (chapter 5.1, "External Names"), which GCC and Clang use on Linux, and Rust's names of
 * both schemes.
 *
 * <p>{@link Demangler} is the entry point. {@link NameGrammar}, {@link TypeGrammar} and {@link ExpressionGrammar} follow the ABI's
 * grammar and build {@link Node}s, which a {@link Printer} prints. C++ needs the tree: a declarator surrounds its name, and a
 * parameter pack is printed once for each element. Rust's names need none: {@link RustV0Name} and {@link RustLegacyName} print
 * while they read.
 */
@NullMarked
package io.jemscope.symbols.demangle;

import org.jspecify.annotations.NullMarked;
