package io.jemscope.symbols;

import io.jemscope.profile.Mapping;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.UnsymbolizedReason;
import io.jemscope.symbols.elf.ElfFile;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the files behind a process's mappings come from. A file that can't be read is not an error: its addresses stay
 * without names, and the profile says so.
 */
public interface Binaries {

    /**
     * Opens the file behind a mapping. Reads files; called once for each mapping that has addresses without frames.
     *
     * @param mapping the mapping; whatever it says of its file is a claim, not a fact
     * @return the file; null where there is none or it can't be read. Whether it is the build that was mapped is for the
     *     caller to check.
     */
    @Nullable
    ElfFile open(Mapping mapping);

    /** Says why {@link #open} gives nothing. Asked only where it does. */
    default UnsymbolizedReason absence(Mapping mapping) {
        String file = mapping.file();
        if (file != null && file.startsWith("/memfd:")) {
            return UnsymbolizedReason.MEMORY;
        }
        return mapping.deleted() ? UnsymbolizedReason.DELETED : UnsymbolizedReason.ABSENT;
    }

    /**
     * Says whether the file that {@link #open} gives is the one that was mapped. Asked only where the mapping has no build
     * id; one that was changed or lies elsewhere is left unused.
     *
     * @param dump where the profile comes from
     * @return what is known; {@link Standing#SAME} where {@link #open} gives nothing
     */
    default Standing standing(Mapping mapping, ProfileMetadata dump) {
        return Standing.UNKNOWN;
    }

    /**
     * Opens the file that holds what was stripped from a file. Called only where the file itself lacks its full symbol
     * table, or where source lines are wanted and it has no debug information.
     *
     * @param mapping the mapping the file was opened for
     * @return its debug file, checked to belong to it; null where there is none
     */
    default @Nullable ElfFile openDebugFile(Mapping mapping, ElfFile binary) {
        return null;
    }

    /**
     * The folders of this machine in which debug files are looked for by build id.
     *
     * @return the folders, in the order they are to be searched
     */
    default List<Path> debugFolders() {
        return List.of();
    }
}
