package io.jemscope.symbols;

import io.jemscope.profile.Mapping;
import io.jemscope.profile.Provenance;
import io.jemscope.symbols.elf.ElfFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files as they lie on this machine now: for dumps of a process that has ended, read where it ran or where the same
 * builds are installed. Safe for use by several threads.
 */
public final class FileSystemBinaries implements Binaries {

    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    private final DebugFiles debugFiles;
    private final String host;

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
        this(debugFolders, hostName());
    }

    /** Takes the given name, empty where it isn't known, for this machine's. */
    FileSystemBinaries(List<Path> debugFolders, String host) {
        this.debugFiles = new DebugFiles(debugFolders);
        this.host = host;
    }

    private static String hostName() {
        try {
            return Files.readString(HOST_NAME).strip();
        } catch (IOException e) {
            return "";
        }
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
    public Standing standing(Mapping mapping, Provenance dump) {
        Path path = path(mapping);
        if (path == null) {
            return Standing.SAME;
        }
        String ranOn = dump.get(Provenance.HOST).orElse(host);
        return host.isEmpty() || ranOn.equals(host) ? DumpTime.standing(path, dump) : Standing.ELSEWHERE;
    }

    @Override
    public @Nullable ElfFile openDebugFile(Mapping mapping, ElfFile binary) {
        Path path = path(mapping);
        return path == null ? null : debugFiles.find(binary, path, path);
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
