package io.jemscope.cli.target;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The Unix socket that a preloaded program listens on. The kernel says which one it is, so that neither the program's
 * environment, which it may have overwritten, nor another user's file can lead elsewhere.
 */
final class ControlSocket {

    /** The columns of {@code /proc/<pid>/net/unix}: the flags of a socket that listens, the inode, the path. */
    private static final int FLAGS = 3;

    private static final int INODE = 6;
    private static final int PATH = 7;
    private static final String LISTENS = "00010000";

    private ControlSocket() {}

    /**
     * Finds it.
     *
     * @param process its folder in {@code /proc}
     * @param ownPid its number as it sees it itself
     * @return the path as the program sees it; empty where it has none, or may not be looked at
     */
    static Optional<Path> of(Path process, long ownPid) {
        try {
            Map<String, String> paths = new HashMap<>();
            for (String line : Files.readAllLines(process.resolve("net/unix"), StandardCharsets.ISO_8859_1)) {
                String[] words = line.trim().split(" +", PATH + 1);
                if (words.length > PATH
                        && words[FLAGS].equals(LISTENS)
                        && words[PATH].endsWith("/" + ownPid + ".sock")) {
                    byte[] path = words[PATH].getBytes(StandardCharsets.ISO_8859_1);
                    paths.put("socket:[" + words[INODE] + "]", new String(path, StandardCharsets.UTF_8));
                }
            }
            return paths.isEmpty() ? Optional.empty() : own(process, paths);
        } catch (IOException | DirectoryIteratorException e) {
            return Optional.empty();
        }
    }

    /** The one that the process has open. */
    private static Optional<Path> own(Path process, Map<String, String> paths) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path file : files) {
                String path = paths.get(target(file));
                if (path != null) {
                    return Optional.of(Path.of(path));
                }
            }
        }
        return Optional.empty();
    }

    private static String target(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            // Closed meanwhile.
            return "";
        }
    }
}
