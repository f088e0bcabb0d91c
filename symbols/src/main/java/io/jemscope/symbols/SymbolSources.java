package io.jemscope.symbols;

import io.jemscope.symbols.binaries.Binaries;
import io.jemscope.symbols.cache.SymbolCache;
import org.jspecify.annotations.Nullable;

/**
 * What a symbolizer takes names and lines from.
 *
 * @param detail how much to look up
 * @param cache the cache of source lines; null to use none
 */
record SymbolSources(
        Binaries binaries, Detail detail, @Nullable SymbolCache cache) {}
