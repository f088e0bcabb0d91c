package io.jemscope.agent.dumps;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The dumps that processes have left in a folder which have ended since. A file is one of them only if its name is one that
 * we give, it is a regular file and this user's, and its maker is known to be gone: no process shows life under its number
 * ({@link LivenessLocks}), and if there is one of that number here, it began after the dump was made.
 */
final class OrphanDumps {

    private final Path folder;
    private final long pid;
    private final PartialDumps partial;
    private boolean announced;

    /** What others have left in the folder of the process of that number; {@code partial} goes as it is found. */
    OrphanDumps(Path folder, long pid, PartialDumps partial) {
        this.folder = folder;
        this.pid = pid;
        this.partial = partial;
    }

    /** Acquires this process's liveness lock. Called before each dump, so that none of its dumps looks orphaned. */
    void announce() {
        try {
            LivenessLocks.show(folder, pid);
            announced = true;
        } catch (IOException e) {
            // Files can't be locked there: then it is unknown which processes live, and each keeps to its own dumps.
            announced = false;
        }
    }

    /**
     * Finds them, and removes what was left half made.
     *
     * @param own ids of dumps that are none of them, whatever they look like
     * @return the dumps, in no order; none where it can't be told of each whether its maker has ended
     */
    List<KeptDumps.Sized> find(Set<String> own) {
        try {
            return announced ? look(own) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    private List<KeptDumps.Sized> look(Set<String> own) throws IOException {
        Set<Long> alive = LivenessLocks.others(folder);
        partial.remove(alive);
        List<KeptDumps.Sized> left = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                DumpName says = DumpName.of(name);
                if (says != null && !alive.contains(says.pid()) && !own.contains(DumpName.idOf(name))) {
                    Dump dump = Dump.read(file, DumpName.idOf(name), says.kind(), says.number());
                    Instant since = ProgramStart.of(says.pid());
                    if (dump != null && (since == null || dump.made().isBefore(since))) {
                        left.add(new KeptDumps.Sized(dump, dump.bytesOnDisk()));
                    }
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return left;
    }
}
