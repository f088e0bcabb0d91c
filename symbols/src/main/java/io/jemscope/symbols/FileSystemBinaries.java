package io.jemscope.symbols;

import io.jemscope.profile.Mapping;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.UnsymbolizedReason;
import io.jemscope.symbols.elf.ElfFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files as they lie on a disk now: for dumps of a process that has ended, read where it ran, where the same builds are
 * installed, or beside an unpacked copy of its file system. Safe for use by several threads.
 *
 * <p>Where the user names folders that hold the file system of the process, its files are taken from there and from nowhere
 * else: then this machine's name and the files' times say nothing of them, and where no build id does, either, they are
 * the right ones by the user's word.
 */
public final class FileSystemBinaries implements Binaries {

    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    private final List<Path> debugFolders;
    private final List<Root> roots;
    private final String host;

    /** Takes this machine's files, and looks for debug files where the system keeps them. */
    public FileSystemBinaries() {
        this(List.of(DebugFiles.SYSTEM_FOLDER));
    }

    /**
     * Takes this machine's files, and looks for debug files in the given folders.
     *
     * @param debugFolders the folders, in the order they are to be searched
     */
    public FileSystemBinaries(List<Path> debugFolders) {
        this(debugFolders, hostName());
    }

    /**
     * Takes the files of other file systems, and looks for debug files there and in the given folders.
     *
     * @param debugFolders folders of this machine, in the order they are to be searched
     * @param roots folders in which the process's files lie as they lay below its {@code /}, in the order they are to be
     *     searched; links in them are followed within them. Where there are none, this machine's files are taken.
     */
    public FileSystemBinaries(List<Path> debugFolders, List<Path> roots) {
        this.debugFolders = List.copyOf(debugFolders);
        this.roots = roots.isEmpty() ? List.of() : roots.stream().map(Root::at).toList();
        this.host = hostName();
    }

    /** Takes the given name, empty where it isn't known, for this machine's. */
    FileSystemBinaries(List<Path> debugFolders, String host) {
        this.debugFolders = List.copyOf(debugFolders);
        this.roots = List.of();
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
     * to tell them apart it isn't opened. Of several folders the first counts that has the file, and before it one that
     * has the very build that was mapped.
     */
    @Override
    public @Nullable ElfFile open(Mapping mapping) {
        String installed = mapping.file();
        if (installed == null || (mapping.deleted() && mapping.buildId() == null)) {
            return null;
        }
        if (roots.isEmpty()) {
            return open(path(mapping));
        }
        ElfFile first = null;
        for (Root root : roots) {
            ElfFile file = open(root.resolve(installed));
            if (file != null && (mapping.buildId() == null || mapping.buildId().equals(file.buildId()))) {
                return file;
            }
            first = first == null ? file : first;
        }
        return first;
    }

    private static @Nullable ElfFile open(@Nullable Path path) {
        if (path == null) {
            return null;
        }
        try {
            return ElfFile.open(path);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public UnsymbolizedReason absence(Mapping mapping) {
        UnsymbolizedReason reason = Binaries.super.absence(mapping);
        String installed = mapping.file();
        if (reason != UnsymbolizedReason.ABSENT || installed == null) {
            return reason;
        }
        if (roots.isEmpty()) {
            return isThere(path(mapping)) ? UnsymbolizedReason.UNREADABLE : reason;
        }
        for (Root root : roots) {
            reason = isThere(root.resolve(installed)) ? UnsymbolizedReason.UNREADABLE : reason;
        }
        return reason;
    }

    private static boolean isThere(@Nullable Path path) {
        return path != null && Files.exists(path);
    }

    @Override
    public Standing standing(Mapping mapping, ProfileMetadata dump) {
        if (!roots.isEmpty() || dump.get(ProfileMetadata.NAMED_PROGRAM).equals(Optional.ofNullable(mapping.file()))) {
            return Standing.UNKNOWN;
        }
        Path path = path(mapping);
        if (path == null) {
            return Standing.SAME;
        }
        String ranOn = dump.get(ProfileMetadata.HOST).orElse(host);
        return host.isEmpty() || ranOn.equals(host) ? DumpTime.standing(path, dump) : Standing.ELSEWHERE;
    }

    @Override
    public @Nullable ElfFile openDebugFile(Mapping mapping, ElfFile binary) {
        String installed = mapping.file();
        if (installed == null) {
            return null;
        }
        for (Root root : roots) {
            if (binary.path().equals(root.resolve(installed))) {
                return new DebugFiles(root, debugFolders).find(binary, installed);
            }
        }
        return new DebugFiles(debugFolders).find(binary, installed);
    }

    @Override
    public List<Path> debugFolders() {
        return debugFolders;
    }

    private static @Nullable Path path(Mapping mapping) {
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
