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
 *
 * <p>Many files are called {@code util.c}: of a longer path at least the file's own folder must agree, be it the folder that
 * the user named. A file that the profile knows by its bare name alone is taken only from a folder that the user named, and
 * only where no other one of these has such a file.
 */
final class SourceFolders implements Sources {

    private static final long MOST_BYTES = 16L << 20;

    private final List<Path> folders;
    private final boolean areNamed;

    /** The folders that the user named. */
    SourceFolders(List<Path> folders) {
        this(folders, true);
    }

    private SourceFolders(List<Path> folders, boolean areNamed) {
        this.folders = List.copyOf(folders);
        this.areNamed = areNamed;
    }

    /** The current folder, where none was named. */
    static SourceFolders current() {
        return new SourceFolders(List.of(Path.of("")), false);
    }

    /** The file itself where it lies in a folder, else the longest end of its path that a folder has. */
    @Override
    public @Nullable List<String> lines(String path) {
        try {
            Path named = Path.of(path).normalize();
            if (named.getNameCount() < 2) {
                return areNamed ? only(named) : null;
            }
            for (Path folder : folders) {
                Path root = root(folder);
                for (int from = named.isAbsolute() ? -1 : 0; root != null && from < named.getNameCount(); from++) {
                    Path end = from < 0 ? named : named.subpath(from, named.getNameCount());
                    if (end.getNameCount() == 1 && !isFolderOf(root, named)) {
                        break;
                    }
                    List<String> lines = lines(root, root.resolve(end));
                    if (lines != null) {
                        return lines;
                    }
                }
            }
        } catch (InvalidPathException e) {
            return null;
        }
        return null;
    }

    /** A folder that can't be read has no sources; the others may have. */
    private static @Nullable Path root(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            return null;
        }
    }

    /** A file of that name where one folder alone has it. */
    private @Nullable List<String> only(Path name) {
        List<String> found = null;
        for (Path folder : folders) {
            Path root = root(folder);
            List<String> lines = root == null ? null : lines(root, root.resolve(name));
            if (lines != null && found != null) {
                return null;
            }
            found = lines == null ? found : lines;
        }
        return found;
    }

    /** Whether a folder is called as the one that the file lies in. */
    private static boolean isFolderOf(Path root, Path named) {
        Path parent = named.getParent();
        return parent != null
                && parent.getFileName() != null
                && parent.getFileName().equals(root.getFileName());
    }

    /** The file's lines; null where it is none, or can't be read. */
    private static @Nullable List<String> lines(Path root, Path file) {
        try {
            if (!Files.isRegularFile(file)
                    || Files.size(file) > MOST_BYTES
                    || !file.toRealPath().startsWith(root)) {
                return null;
            }
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            return text.lines().toList();
        } catch (IOException e) {
            return null;
        }
    }
}
