package io.jemscope.symbols.binaries;

import io.jemscope.profile.Mapping;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.UnsymbolizedReason;
import io.jemscope.symbols.elf.ElfFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files on a disk as they are now, for dumps of a process that has ended: read on the machine where it ran, on one with
 * the same builds, or beside an unpacked copy of its file system. Safe for use by several threads.
 *
 * <p>If the user names folders with the process's file system, files come only from there. Then this machine's name and the
 * files' times say nothing, and a file without a build id is used because the user named its folder.
 */
public final class FileSystemBinaries implements Binaries {

    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    private final List<Path> debugFolders;
    private final List<Root> roots;
    private final String host;

    /** Opens this machine's files, and searches the system's folder for debug files. */
    public FileSystemBinaries() {
        this(List.of(DebugFiles.SYSTEM_FOLDER));
    }

    /**
     * Opens this machine's files, and searches the given folders for debug files.
     *
     * @param debugFolders the folders, in search order
     */
    public FileSystemBinaries(List<Path> debugFolders) {
        this(debugFolders, hostName());
    }

    /**
     * Opens the files of other file systems, and searches there and in the given folders for debug files.
     *
     * @param debugFolders folders of this machine, in search order
     * @param roots folders that have the process's files as they were below its {@code /}, in search order; links are
     *     followed within each folder. If empty, this machine's files are opened.
     */
    public FileSystemBinaries(List<Path> debugFolders, List<Path> roots) {
        this.debugFolders = List.copyOf(debugFolders);
        this.roots = roots.isEmpty()
                ? List.of(Root.ofThisMachine())
                : roots.stream().map(Root::at).toList();
        this.host = hostName();
    }

    /**
     * Opens this machine's files.
     *
     * @param debugFolders the folders, in search order
     * @param host this machine's name, which a dump's must equal; empty if it isn't known
     */
    public FileSystemBinaries(List<Path> debugFolders, String host) {
        this.debugFolders = List.copyOf(debugFolders);
        this.roots = List.of(Root.ofThisMachine());
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
     * <p>If the file was deleted before the dump was taken, its path may name a newer file; without a build id to compare,
     * that isn't opened. Of several roots, the first that has the mapped build is used, else the first that has the file.
     */
    @Override
    public @Nullable ElfFile open(Mapping mapping) {
        String installed = mapping.file();
        if (installed == null || (mapping.deleted() && mapping.buildId() == null)) {
            return null;
        }
        ElfFile first = null;
        for (Root root : roots) {
            ElfFile file = root.open(installed);
            if (file != null && (mapping.buildId() == null || mapping.buildId().equals(file.buildId()))) {
                return file;
            }
            first = first == null ? file : first;
        }
        return first;
    }

    @Override
    public UnsymbolizedReason absence(Mapping mapping) {
        UnsymbolizedReason reason = Binaries.super.absence(mapping);
        String installed = mapping.file();
        if (reason != UnsymbolizedReason.ABSENT || installed == null) {
            return reason;
        }
        for (Root root : roots) {
            Path path = root.resolve(installed);
            if (path != null && Files.exists(path)) {
                return UnsymbolizedReason.UNREADABLE;
            }
        }
        return reason;
    }

    @Override
    public FileMatch match(Mapping mapping, ProfileMetadata dump) {
        Root root = roots.get(0);
        String installed = mapping.file();
        if (!root.isThisMachine() || dump.get(ProfileMetadata.NAMED_PROGRAM).equals(Optional.ofNullable(installed))) {
            return FileMatch.UNKNOWN;
        }
        Path path = installed == null ? null : root.resolve(installed);
        if (path == null) {
            return FileMatch.SAME;
        }
        String ranOn = dump.get(ProfileMetadata.HOST).orElse(host);
        return host.isEmpty() || ranOn.equals(host) ? FileMatch.byTime(path, dump) : FileMatch.ELSEWHERE;
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
}
