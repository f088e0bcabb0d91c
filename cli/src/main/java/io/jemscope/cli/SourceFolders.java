package io.jemscope.cli;

import io.jemscope.report.Sources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Source files in the folders that the user named. Paths come from profiles, which anybody may have made: nothing outside
 * these folders is read, and nothing that is no file of a source's size.
 */
final class SourceFolders implements Sources {

    private static final long MOST_BYTES = 16L << 20;

    private final List<Path> folders;

    SourceFolders(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /** The file itself where it lies in a folder, else the longest end of its path that a folder has. */
    @Override
    public @Nullable List<String> lines(String path) {
        try {
            Path named = Path.of(path).normalize();
            for (Path folder : folders) {
                Path root = folder.toRealPath();
                for (int from = named.isAbsolute() ? -1 : 0; from < named.getNameCount(); from++) {
                    Path end = from < 0 ? named : named.subpath(from, named.getNameCount());
                    List<String> lines = lines(root, root.resolve(end));
                    if (lines != null) {
                        return lines;
                    }
                }
            }
        } catch (IOException | InvalidPathException e) {
            return null;
        }
        return null;
    }

    private static @Nullable List<String> lines(Path root, Path file) throws IOException {
        if (!Files.isRegularFile(file)
                || Files.size(file) > MOST_BYTES
                || !file.toRealPath().startsWith(root)) {
            return null;
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        return text.lines().toList();
    }
}
