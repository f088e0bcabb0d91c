package io.jemscope.symbols.dwarf;

import io.jemscope.profile.BuildId;
import io.jemscope.symbols.elf.DebugSections;
import io.jemscope.symbols.elf.ElfFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files that debug information refers to by path. The paths are those of the machine that built or installed it. Here the
 * whole tree may be below another root, so each path is also tried below every parent folder of the referring file.
 */
final class LinkedFiles {

    private LinkedFiles() {}

    /** Returns the paths at which a file may be that another one refers to. */
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
            // The name isn't valid here, so no such file exists.
            return candidates;
        }
        return candidates;
    }

    /** Opens the file with entries that several debug files share; null if there is none or it is missing. */
    static @Nullable DebugSections alternate(DebugSections sections, List<Path> debugFolders) {
        DebugSections.AlternateLink link = sections.alternateLink();
        if (link == null) {
            return null;
        }
        BuildId id = link.buildId();
        List<Path> candidates = candidates(real(sections.path()), "", link.file());
        String name = ElfFile.debugFileName(id);
        if (name != null) {
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

    /** Follows links: the link by build id is in another folder, but paths are relative to the file itself. */
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
