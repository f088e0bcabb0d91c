package io.jemscope.agent.dumps;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an agent that was in this process before has left in the dumps' folder: its dumps, which are the process's still, and
 * what nobody needs any more, which is removed. Where another process that lives goes by the same number, or may, whose is
 * whose can't be told: then the dumps are left alone.
 */
final class RecoveredDumps {

    private final Path folder;

    /** Whether it is meant for this process alone. */
    private final boolean own;

    private final Path aside;
    private final long pid;
    private final Instant programStart;
    private final PartialDumps halfMade;
    private final Liveness living;

    /**
     * What is in a folder, and in the one for dumps that aren't kept, of the process that began then; what others have left
     * half made there goes as well.
     */
    RecoveredDumps(
            DumpFolder folder, Path aside, long pid, Instant programStart, PartialDumps halfMade, Liveness living) {
        this.folder = folder.path();
        this.aside = aside;
        this.pid = pid;
        this.programStart = programStart;
        this.halfMade = halfMade;
        this.living = living;
        this.own = !folder.path().equals(folder.root());
    }

    /** Removes what nobody needs, and gives the dumps in no order, as far as the folder can be read. */
    List<Dump> takeIn() {
        List<Dump> dumps = new ArrayList<>();
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            removeProbes(folder);
            removeProbes(aside);
            Set<Long> others = others();
            // As two containers may that share the folder: then what begins with our number is as likely the other's.
            if (others != null && !others.contains(pid)) {
                removeLeftAside();
                halfMade.remove(others);
                takeIn(dumps);
            }
        }
        return dumps;
    }

    /** The other processes that live and use it; null where that can't be told, and there may be some. */
    private @Nullable Set<Long> others() {
        try {
            return living.others(folder);
        } catch (IOException e) {
            return own ? Set.of() : null;
        }
    }

    /** What processes that were killed while they looked for room have left; who is looking just now began after us. */
    private void removeProbes(Path place) {
        if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(place)) {
            for (Path file : files) {
                if (DiskSpaceCheck.isProbe(file.getFileName().toString())
                        && Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                                .toInstant()
                                .isBefore(programStart)) {
                    FolderCleaner.remove(file);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Small, and the next agent in this place tries again.
        }
    }

    /** What a process that was killed meanwhile has left. */
    private void removeLeftAside() {
        try {
            FolderCleaner.of(aside, pid + ".");
        } catch (IOException e) {
            // The next agent in this place tries again.
        }
    }

    private void takeIn(List<Dump> dumps) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                takeIn(file, dumps);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // What can't be read isn't there for us.
        }
    }

    private void takeIn(Path file, List<Dump> dumps) throws IOException {
        String name = file.getFileName().toString();
        OrphanName says = OrphanName.of(name);
        if (says == null || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        String id = name.substring(0, name.length() - DumpName.ENDING.length());
        if (DumpName.of(id, pid) == null) {
            return;
        }
        try {
            Instant made = Files.getLastModifiedTime(file).toInstant();
            long bytes = Files.size(file);
            // In a container a program often has the number of the one before it. An empty one is no dump yet: jemalloc
            // has still to write a log there.
            if (!made.isBefore(programStart) && bytes > 0) {
                boolean symbolized = Files.isRegularFile(Dump.symbols(file), LinkOption.NOFOLLOW_LINKS);
                dumps.add(new Dump(id, file, bytes, says.kind(), made, says.number(), symbolized));
            }
        } catch (NoSuchFileException e) {
            // Taken away meanwhile; the others are there.
        }
    }
}
