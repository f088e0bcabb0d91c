package io.jemscope.symbols;

import io.jemscope.profile.Mapping;
import io.jemscope.symbols.binaries.Binaries;
import io.jemscope.symbols.elf.ElfFile;
import org.jspecify.annotations.Nullable;

/**
 * A mapping's debug file, searched for at the first use. Without build ids the search is slow: a debug file of some hundred
 * megabytes must be read whole to compare its CRC.
 */
final class LazyDebugFile {

    private final Binaries binaries;
    private final Mapping mapping;
    private final ElfFile binary;
    private boolean searched;
    private @Nullable ElfFile found;

    LazyDebugFile(Binaries binaries, Mapping mapping, ElfFile binary) {
        this.binaries = binaries;
        this.mapping = mapping;
        this.binary = binary;
    }

    /** Returns the debug file; null if none matches the mapping's file. */
    @Nullable
    ElfFile get() {
        if (!searched) {
            searched = true;
            found = binaries.openDebugFile(mapping, binary);
        }
        return found;
    }
}
