package io.jemscope.symbols.binaries;

import io.jemscope.profile.BuildId;
import io.jemscope.symbols.elf.ElfFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Finds the debug files that distributions and build systems keep apart from stripped libraries, in GDB's order ("Debugging
 * Information in Separate Files"): by build id below the debug folders; then by the library's debug link, beside the library,
 * in {@code .debug} beside it, below the debug folders by the library's path, and directly in the debug folders.
 *
 * <p>A debug file must match the library: by build id or, if either file has none, by the link's CRC.
 */
public final class DebugFiles {

    /** The folder to which distributions install debug files. */
    public static final Path SYSTEM_FOLDER = Path.of("/usr/lib/debug");

    private final Root root;
    private final List<Path> folders;

    /**
     * Searches for the debug files of this machine's libraries.
     *
     * @param folders the debug folders in search order; each has the layout of {@link #SYSTEM_FOLDER}, or has the files
     *     directly in it
     */
    public DebugFiles(List<Path> folders) {
        this(Root.ofThisMachine(), folders);
    }

    /**
     * Searches for the debug files of another file system's libraries: first in that file system, beside the library and
     * below its {@link #SYSTEM_FOLDER}.
     *
     * @param root the libraries' file system
     * @param folders the debug folders of this machine
     */
    DebugFiles(Root root, List<Path> folders) {
        this.root = root;
        this.folders = List.copyOf(folders);
    }

    /**
     * Finds a library's debug file.
     *
     * @param binary the library
     * @param installed the library's path as the process that maps it sees it; it may have been opened elsewhere
     * @return the debug file; null if no file that matches the library can be read
     */
    public @Nullable ElfFile find(ElfFile binary, String installed) {
        for (Path candidate : candidates(binary, installed)) {
            ElfFile file = openIfMatching(candidate, binary);
            if (file != null) {
                return file;
            }
        }
        return null;
    }

    private List<Path> candidates(ElfFile binary, String installed) {
        List<Path> candidates = new ArrayList<>();
        BuildId id = binary.buildId();
        String name = id == null ? null : ElfFile.debugFileName(id);
        if (name != null) {
            addInRoot(candidates, SYSTEM_FOLDER + "/" + name);
            for (Path folder : folders) {
                candidates.add(folder.resolve(name));
            }
        }
        ElfFile.DebugLink link = binary.debugLink();
        if (link != null && installed.startsWith("/")) {
            addLinked(candidates, installed.substring(0, installed.lastIndexOf('/')), link.fileName());
        }
        return candidates;
    }

    private void addLinked(List<Path> candidates, String home, String name) {
        addIfPath(candidates, root.resolve(home + "/" + name));
        addIfPath(candidates, root.resolve(home + "/.debug/" + name));
        addInRoot(candidates, SYSTEM_FOLDER + home + "/" + name);
        try {
            for (Path folder : folders) {
                candidates.add(Path.of(folder + home, name));
                candidates.add(folder.resolve(name));
            }
        } catch (InvalidPathException e) {
            // The link's name isn't a valid file name here, so no such file exists.
            return;
        }
    }

    /** Adds a path of another file system; this machine's debug folders are in the list already. */
    private void addInRoot(List<Path> candidates, String path) {
        if (!root.isThisMachine()) {
            addIfPath(candidates, root.resolve(path));
        }
    }

    private static void addIfPath(List<Path> candidates, @Nullable Path path) {
        if (path != null) {
            candidates.add(path);
        }
    }

    private static @Nullable ElfFile openIfMatching(Path candidate, ElfFile binary) {
        try {
            if (!Files.isRegularFile(candidate) || isSameFile(candidate, binary.path())) {
                return null;
            }
            ElfFile file = ElfFile.open(candidate);
            return matches(file, binary) ? file : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean isSameFile(Path candidate, Path binary) throws IOException {
        // The library may have been deleted; then no candidate is the same file.
        return Files.exists(binary) && Files.isSameFile(candidate, binary);
    }

    private static boolean matches(ElfFile file, ElfFile binary) throws IOException {
        if (file.buildId() != null && binary.buildId() != null) {
            return file.buildId().equals(binary.buildId());
        }
        ElfFile.DebugLink link = binary.debugLink();
        return link != null && crc(file.path()) == link.crc32();
    }

    private static int crc(Path path) throws IOException {
        CRC32 crc = new CRC32();
        byte[] block = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(path)) {
            for (int count = in.read(block); count >= 0; count = in.read(block)) {
                crc.update(block, 0, count);
            }
        }
        return (int) crc.getValue();
    }
}
