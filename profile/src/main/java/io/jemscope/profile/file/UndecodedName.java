package io.jemscope.profile.file;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds files whose names on the command line the JVM could not decode. A name is bytes to the system; bytes that are not
 * valid in the locale's character set reach Java as U+FFFD and can't be turned back. The entries of a folder keep their
 * bytes, so the file is the one entry that is decoded alike.
 */
final class UndecodedName {

    private static final char REPLACEMENT = '\ufffd';

    private UndecodedName() {}

    /**
     * Finds a file.
     *
     * @param path its path, in which some characters may be replaced
     * @return its path as the system has it; the same path where nothing is replaced, or no entry or several fit
     */
    static Path find(Path path) {
        if (path.toString().indexOf(REPLACEMENT) < 0 || Files.exists(path)) {
            return path;
        }
        Path found = path.isAbsolute() ? path.getRoot() : Path.of("");
        for (Path part : path) {
            Path next = found.resolve(part);
            found = part.toString().indexOf(REPLACEMENT) < 0 ? next : entry(found, part.toString(), next);
        }
        return found;
    }

    private static Path entry(Path folder, String name, Path unknown) {
        Path found = null;
        Path listed = folder.toString().isEmpty() ? Path.of(".") : folder;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(listed)) {
            for (Path entry : entries) {
                if (entry.getFileName().toString().equals(name)) {
                    if (found != null) {
                        return unknown;
                    }
                    found = entry;
                }
            }
        } catch (IOException e) {
            return unknown;
        }
        return found == null ? unknown : found;
    }
}
