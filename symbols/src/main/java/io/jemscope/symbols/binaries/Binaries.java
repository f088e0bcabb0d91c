package io.jemscope.symbols.binaries;

import io.jemscope.profile.Mapping;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.UnsymbolizedReason;
import io.jemscope.symbols.elf.ElfFile;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files behind a process's mappings. A file that can't be read is not an error: its addresses stay without
 * names, and the profile says so.
 */
public interface Binaries {

    /**
     * Opens the file behind a mapping. Reads files; called once for each mapping that has addresses without frames.
     *
     * @param mapping the mapping; its path may name another file by now
     * @return the file; null if it is missing or can't be read. The caller checks that it is the build that was mapped.
     */
    @Nullable
    ElfFile open(Mapping mapping);

    /** Returns why {@link #open} returned null. Called only then. */
    default UnsymbolizedReason absence(Mapping mapping) {
        String file = mapping.file();
        if (file != null && file.startsWith("/memfd:")) {
            return UnsymbolizedReason.MEMORY;
        }
        return mapping.deleted() ? UnsymbolizedReason.DELETED : UnsymbolizedReason.ABSENT;
    }

    /**
     * Returns whether the file that {@link #open} returns is the one that was mapped. Called only for mappings without a
     * build id. A file that has changed or is on another machine isn't used.
     *
     * @param dump the facts of the profile
     * @return what is known; {@link FileMatch#SAME} if {@link #open} returns null
     */
    default FileMatch match(Mapping mapping, ProfileMetadata dump) {
        return FileMatch.UNKNOWN;
    }

    /**
     * Opens the file that has what was stripped from a binary. Called only if the binary lacks its full symbol table, or
     * if source lines are needed and it has no debug information.
     *
     * @param mapping the mapping that the binary was opened for
     * @return the debug file, which matches the binary; null if none does
     */
    default @Nullable ElfFile openDebugFile(Mapping mapping, ElfFile binary) {
        return null;
    }

    /** Returns the folders of this machine that have debug files by build id, in search order. */
    default List<Path> debugFolders() {
        return List.of();
    }
}
