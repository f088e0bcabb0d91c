package io.jemscope.symbols;

import io.jemscope.symbols.cache.SymbolCache;
import org.jspecify.annotations.Nullable;

/**
 * How files are looked into.
 *
 * @param binaries where they come from
 * @param detail how much is looked up
 * @param cache where source lines are kept; null where they aren't
 */
record FileLookup(
        Binaries binaries, Detail detail, @Nullable SymbolCache cache) {}
