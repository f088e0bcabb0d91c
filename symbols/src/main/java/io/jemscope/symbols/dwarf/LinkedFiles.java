package io.jemscope.symbols.dwarf;

import io.jemscope.profile.BuildId;
import io.jemscope.symbols.elf.DebugSections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files that debug information refers to by paths. These were true where it was made or installed; here the
 * whole tree may hang below another root, so a path is also tried below each folder that the referring file lies in.
 */
final class LinkedFiles {

    private LinkedFiles() {}

    /** Where a file may be that another one refers to. */
    static List<Path> candidates(Path from, String folder, String name) {
        List<Path> candidates = new ArrayList<>();
        try {
            Path home = from.toAbsolutePath().normalize().getParent();
            Path named = Path.of(folder).resolve(name);
            if (home == null) {
                return candidates;
            }
            if (named.isAbsolute()) {
                candidates.add(named);
                Path below = named.getRoot().relativize(named);
                for (Path root = home; root != null && root.getParent() != null; root = root.getParent()) {
                    candidates.add(root.resolve(below));
                }
            }
            candidates.add(home.resolve(name));
            Path last = named.getFileName();
            if (last != null) {
                candidates.add(home.resolve(last));
            }
        } catch (InvalidPathException e) {
            // No file can have such a name here.
            return candidates;
        }
        return candidates;
    }

    /** The file that a debug file shares entries with others through; null where it has none or it isn't at hand. */
    static @Nullable DebugSections alternate(DebugSections sections, List<Path> debugFolders) {
        DebugSections.AlternateLink link = sections.alternateLink();
        if (link == null) {
            return null;
        }
        BuildId id = link.buildId();
        List<Path> candidates = candidates(real(sections.path()), "", link.file());
        if (id.hex().length() > 2) {
            String name =
                    ".build-id/" + id.hex().substring(0, 2) + "/" + id.hex().substring(2) + ".debug";
            candidates.addAll(candidates(real(sections.path()), "/usr/lib/debug", name));
            for (Path folder : debugFolders) {
                candidates.add(folder.resolve(name));
            }
        }
        for (Path candidate : candidates) {
            DebugSections found = open(candidate);
            if (found != null && id.equals(found.buildId())) {
                return found;
            }
        }
        return null;
    }

    /** Links by build id lead into folders of their own; paths count from the file itself. */
    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path;
        }
    }

    static @Nullable DebugSections open(Path path) {
        try {
            return Files.isRegularFile(path) ? DebugSections.open(path) : null;
        } catch (IOException e) {
            return null;
        }
    }
}
