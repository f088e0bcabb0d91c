package io.jemscope.symbols;

import io.jemscope.profile.Mapping;
import io.jemscope.symbols.elf.ElfFile;
import org.jspecify.annotations.Nullable;

/**
 * A mapping's debug file, looked for when it is first asked for and only then: without build ids, to tell whether a file
 * of some hundred megabytes belongs to the library takes reading it whole.
 */
final class SoughtDebugFile {

    private final Binaries binaries;
    private final Mapping mapping;
    private final ElfFile binary;
    private boolean sought;
    private @Nullable ElfFile found;

    SoughtDebugFile(Binaries binaries, Mapping mapping, ElfFile binary) {
        this.binaries = binaries;
        this.mapping = mapping;
        this.binary = binary;
    }

    /** The debug file; null where there is none that belongs to the mapping's file. */
    @Nullable
    ElfFile find() {
        if (!sought) {
            sought = true;
            found = binaries.openDebugFile(mapping, binary);
        }
        return found;
    }
}
