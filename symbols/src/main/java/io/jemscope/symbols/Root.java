package io.jemscope.symbols;

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
 * A folder that holds another machine's or container's files as they lie below its {@code /}: an unpacked image, or
 * {@code /proc/<pid>/root}.
 *
 * <p>Links in it mean what they mean there: an absolute one starts again at this folder, and {@code ..} doesn't lead out
 * of it. The operating system would follow an absolute link to this machine's own files, also below
 * {@code /proc/<pid>/root}, so each step is taken here. Only one who may write in the folder could change it between the
 * look and the opening; no name is taken from a file without the checks that all files undergo.
 */
final class Root {

    // As many as Linux follows (path_resolution(7)).
    private static final int MOST_LINKS = 40;

    private final @Nullable Path folder;

    private Root(@Nullable Path folder) {
        this.folder = folder;
    }

    /** This machine's own. */
    static Root ofThisMachine() {
        return new Root(null);
    }

    /** The files below a folder. */
    static Root at(Path folder) {
        return new Root(folder);
    }

    /**
     * Where a path of the other side lies on this one.
     *
     * @param path the path as the other side sees it
     * @return the path here, all links on the way followed; null where the path is not absolute or no path at all, or
     *     links lead in a circle. Nothing need be there.
     */
    @Nullable
    Path resolve(String path) {
        if (!path.startsWith("/")) {
            return null;
        }
        try {
            return folder == null ? Path.of(path) : follow(folder, path);
        } catch (InvalidPathException e) {
            // A name that this machine's encoding can't write.
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
            } else if (++links > MOST_LINKS) {
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
            // It went away meanwhile; then opening it says so.
            return null;
        }
    }

    /** Whether it is the machine's own. */
    boolean isThisMachine() {
        return folder == null;
    }

    @Override
    public String toString() {
        return folder == null ? "/" : folder.toString();
    }
}
