package io.jemscope.agent.dumps;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an agent that was in this process before has left in the dumps' folder: its dumps, which are the process's still, and
 * what isn't needed any more, which is removed. If another live process has the same number, or may have, their dumps
 * can't be told apart, and are left alone.
 */
record RecoveredDumps(DumpFolder folder, long pid, Instant programStart, PartialDumps partial) {

    /** Removes what isn't needed, and returns the dumps in no order, as far as the folder can be read. */
    List<Dump> takeIn() {
        @Nullable Set<Long> others = null;
        try {
            others = FolderCleaner.isFolder(folder.path()) ? LivenessLocks.others(folder.path()) : Set.of();
        } catch (IOException e) {
            // Files can't be locked there.
        }
        return takeIn(others);
    }

    /** The same where these other processes live and use the folder; null if that isn't known. */
    List<Dump> takeIn(@Nullable Set<Long> others) {
        List<Dump> dumps = new ArrayList<>();
        if (FolderCleaner.isFolder(folder.path())) {
            removeProbes(folder.path());
            removeProbes(folder.aside());
            boolean isOwn = !folder.path().equals(folder.root());
            Set<Long> alive = others == null && isOwn ? Set.of() : others;
            // As two containers may that share the folder: then what begins with our number is as likely the other's.
            if (alive != null && !alive.contains(pid)) {
                FolderCleaner.empty(folder.aside(), pid + ".");
                partial.remove(alive);
                takeIn(dumps);
            }
        }
        return dumps;
    }

    /** What processes that were killed while they looked for room have left; who is looking just now began after us. */
    private void removeProbes(Path place) {
        if (!FolderCleaner.isFolder(place)) {
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

    private void takeIn(List<Dump> dumps) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.path())) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                DumpName says = DumpName.of(name);
                if (says != null && says.pid() == pid && says.isOfStore()) {
                    Dump dump = Dump.read(file, DumpName.idOf(name), says.kind(), says.number());
                    // In a container a program often has the number of the one before it. An empty file is a log that
                    // jemalloc has still to write.
                    if (dump != null && !dump.made().isBefore(programStart) && dump.bytes() > 0) {
                        dumps.add(dump);
                    }
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // What can't be read is unknown to us.
        }
    }
}
