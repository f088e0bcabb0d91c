package io.jemscope.symbols;

import io.jemscope.profile.Mapping;
import io.jemscope.symbols.elf.ElfFile;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files as they lie on this machine now: for dumps of a process that has ended, read where it ran or where the same
 * builds are installed. Safe for use by several threads.
 */
public final class FileSystemBinaries implements Binaries {

    private final DebugFiles debugFiles;

    /** Looks for debug files where the system keeps them. */
    public FileSystemBinaries() {
        this(List.of(DebugFiles.SYSTEM_FOLDER));
    }

    /**
     * Looks for debug files in the given folders.
     *
     * @param debugFolders the folders, in the order they are to be searched
     */
    public FileSystemBinaries(List<Path> debugFolders) {
        this.debugFiles = new DebugFiles(debugFolders);
    }

    /**
     * {@inheritDoc}
     *
     * <p>The path of a file that was deleted when the dump was taken may name its successor by now; without a build id
     * to tell them apart it isn't opened.
     */
    @Override
    public @Nullable ElfFile open(Mapping mapping) {
        Path path = path(mapping);
        if (path == null || (mapping.deleted() && mapping.buildId() == null)) {
            return null;
        }
        try {
            return ElfFile.open(path);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public @Nullable ElfFile openDebugFile(Mapping mapping, ElfFile binary) {
        Path path = path(mapping);
        return path == null ? null : debugFiles.find(binary, path);
    }

    static @Nullable Path path(Mapping mapping) {
        String file = mapping.file();
        if (file == null || !file.startsWith("/")) {
            return null;
        }
        try {
            return Path.of(file);
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
