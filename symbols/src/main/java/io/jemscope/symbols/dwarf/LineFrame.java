package io.jemscope.symbols.dwarf;

import org.jspecify.annotations.Nullable;

/**
 * A function and the line in it, of the several that one address can stand for.
 *
 * @param function the function's name: as symbol tables have it (mangled for C++) where the debug information tells that
 *     one, else as its author wrote it, without namespace or class; null where neither is known
 * @param file the source file's path as the compiler wrote it down, joined with its folder and, where that isn't an
 *     absolute path, the folder that was compiled in; null where it isn't known
 * @param line the line, from 1; 0 where only the file is known, as for code that the compiler made up
 */
public record LineFrame(@Nullable String function, @Nullable String file, int line) {}
