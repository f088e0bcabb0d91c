package io.jemscope.symbols.dwarf;

import org.jspecify.annotations.Nullable;

/**
 * A function and a line in it: one frame of the several that an address can have.
 *
 * @param function the function's linkage name (mangled for C++) if the debug information has it, else its name in the source,
 *     without namespace or class; null if neither is known
 * @param file the source file's path in the debug information, joined with its folder and, if that is relative, with the
 *     compilation folder; null if unknown
 * @param line the line, from 1; 0 if only the file is known, as for code that the compiler generated
 */
public record LineFrame(@Nullable String function, @Nullable String file, int line) {}
