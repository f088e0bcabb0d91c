package io.jemscope.symbols;

import io.jemscope.profile.BuildId;
import io.jemscope.symbols.elf.DebugLink;
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
 * The debug files that distributions and build systems keep apart from stripped libraries, looked for as GDB does ("Debugging
 * Information in Separate Files"): by build id below the debug folders, then by the library's debug link beside the
 * library, in {@code .debug} beside it, and below the debug folders, by the library's path and right in the folder.
 *
 * <p>A debug file must belong to the library: the build ids agree, or, where either has none, the link's CRC does.
 */
public final class DebugFiles {

    /** Where distributions install debug files. */
    public static final Path SYSTEM_FOLDER = Path.of("/usr/lib/debug");

    private final Root root;
    private final List<Path> folders;

    /**
     * Makes a search for the libraries of this machine.
     *
     * @param folders the debug folders, in the order they are to be searched; each laid out like {@link #SYSTEM_FOLDER}
     *     or with the files right in it
     */
    public DebugFiles(List<Path> folders) {
        this(Root.ofThisMachine(), folders);
    }

    /**
     * Makes a search for the libraries of another file system, which is searched first: beside the library, and where
     * distributions install debug files.
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
     * @param installed the library's path as the process that maps it sees it; not necessarily where it was opened
     * @return the debug file; null where none that belongs to the library can be read
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
        if (id != null && id.hex().length() > 2) {
            String name =
                    ".build-id/" + id.hex().substring(0, 2) + "/" + id.hex().substring(2) + ".debug";
            if (!root.isThisMachine()) {
                addIfPath(candidates, root.resolve(SYSTEM_FOLDER + "/" + name));
            }
            for (Path folder : folders) {
                candidates.add(folder.resolve(name));
            }
        }
        DebugLink link = binary.debugLink();
        if (link != null && installed.startsWith("/")) {
            addLinked(candidates, installed.substring(0, installed.lastIndexOf('/')), link.fileName());
        }
        return candidates;
    }

    private void addLinked(List<Path> candidates, String home, String name) {
        addIfPath(candidates, root.resolve(home + "/" + name));
        addIfPath(candidates, root.resolve(home + "/.debug/" + name));
        if (!root.isThisMachine()) {
            addIfPath(candidates, root.resolve(SYSTEM_FOLDER + home + "/" + name));
        }
        try {
            for (Path folder : folders) {
                candidates.add(Path.of(folder + home, name));
                candidates.add(folder.resolve(name));
            }
        } catch (InvalidPathException e) {
            // The link's name is no file name here, so there is no such file.
            return;
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
            return belongs(file, binary) ? file : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean isSameFile(Path candidate, Path binary) throws IOException {
        // The library itself may be gone by now; then nothing can be the same file.
        return Files.exists(binary) && Files.isSameFile(candidate, binary);
    }

    private static boolean belongs(ElfFile file, ElfFile binary) throws IOException {
        if (file.buildId() != null && binary.buildId() != null) {
            return file.buildId().equals(binary.buildId());
        }
        DebugLink link = binary.debugLink();
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
