package io.jemscope.symbols.binaries;

import io.jemscope.symbols.elf.ElfFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A folder that has another machine's or container's files as they are below its {@code /}: an unpacked image, or
 * {@code /proc/<pid>/root}.
 *
 * <p>Links have the meaning that they have there: an absolute link starts again at this folder, and {@code ..} doesn't lead
 * out of it. The kernel would follow an absolute link to this machine's own files, also below {@code /proc/<pid>/root}, so
 * this class walks the path itself. A process that may write in the folder could replace a link between the check and the
 * opening; but every file is still checked as all files are before names are taken from it.
 */
final class Root {

    // As many as Linux follows (path_resolution(7)).
    private static final int MAX_LINKS = 40;

    private final @Nullable Path folder;

    private Root(@Nullable Path folder) {
        this.folder = folder;
    }

    static Root ofThisMachine() {
        return new Root(null);
    }

    static Root at(Path folder) {
        return new Root(folder);
    }

    /** Opens the file at a path of this file system; null if that is not possible. */
    @Nullable
    ElfFile open(String path) {
        Path resolved = resolve(path);
        return resolved == null ? null : open(resolved);
    }

    /** Opens a file of this machine; null if that is not possible. */
    static @Nullable ElfFile open(Path path) {
        try {
            return ElfFile.open(path);
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Returns the path on this machine of a path of this file system.
     *
     * @return the path with all links followed; null if {@code path} is not absolute or not valid, or if links form a cycle.
     *     The file need not exist.
     */
    @Nullable
    Path resolve(String path) {
        if (!path.startsWith("/")) {
            return null;
        }
        try {
            return folder == null ? Path.of(path) : follow(folder, path);
        } catch (InvalidPathException e) {
            // This machine's encoding can't express the name.
            return null;
        }
    }

    private static @Nullable Path follow(Path folder, String path) {
        Deque<String> ahead = new ArrayDeque<>(names(path));
        List<Path> walked = new ArrayList<>();
        Path here = folder;
        int links = 0;
        while (!ahead.isEmpty()) {
            String name = ahead.pop();
            if (name.equals("..")) {
                here = walked.isEmpty() ? folder : walked.remove(walked.size() - 1);
                continue;
            }
            Path next = here.resolve(name);
            String target = link(next);
            if (target == null) {
                walked.add(here);
                here = next;
            } else if (++links > MAX_LINKS) {
                return null;
            } else {
                List<String> names = names(target);
                Collections.reverse(names);
                names.forEach(ahead::push);
                if (target.startsWith("/")) {
                    walked.clear();
                    here = folder;
                }
            }
        }
        return here;
    }

    private static List<String> names(String path) {
        List<String> names = new ArrayList<>();
        for (String name : path.split("/", -1)) {
            if (!name.isEmpty() && !name.equals(".")) {
                names.add(name);
            }
        }
        return names;
    }

    private static @Nullable String link(Path path) {
        try {
            return Files.isSymbolicLink(path) ? Files.readSymbolicLink(path).toString() : null;
        } catch (IOException e) {
            // The link was deleted in between; opening the file fails, too.
            return null;
        }
    }

    boolean isThisMachine() {
        return folder == null;
    }

    @Override
    public String toString() {
        return folder == null ? "/" : folder.toString();
    }
}
