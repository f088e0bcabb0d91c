package io.jemscope.agent;

import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The dumps in the process's folder. Each has a name of its own, {@code <pid>.<UTC time>.<number>.<kind>.heap}, whose
 * order is the order of their making; none is ever overwritten. Dumps that were asked for stay; of the snapshots, whose
 * only use is to be there if the process is killed, the newest two stay (two, so that a reader of the newest isn't
 * overtaken by the next).
 */
final class DumpStore {

    private static final String ENDING = ".heap";
    private static final int SNAPSHOTS_KEPT = 2;
    private static final int ATTEMPTS = 100;

    private final DumpFolder folder;
    private final long pid;
    private final Allocator allocator;
    private final Clock clock;
    private final Deque<Dump> snapshots = new ArrayDeque<>();
    private int number;

    DumpStore(DumpFolder folder, long pid, Allocator allocator, Clock clock) {
        this.folder = folder;
        this.pid = pid;
        this.allocator = allocator;
        this.clock = clock;
    }

    /** Where the dumps are; the folder is made with the first. */
    Path folder() {
        return folder.path();
    }

    /** Makes a dump. */
    synchronized Dump write(DumpKind kind) throws AllocatorException, IOException {
        folder.ensure();
        Dump dump = writeUnderNewName(kind);
        if (kind == DumpKind.SNAPSHOT) {
            snapshots.addLast(dump);
            while (snapshots.size() > SNAPSHOTS_KEPT) {
                Dump old = snapshots.removeFirst();
                Files.deleteIfExists(old.file());
                Files.deleteIfExists(old.symbols());
            }
        }
        return dump;
    }

    private Dump writeUnderNewName(DumpKind kind) throws AllocatorException, IOException {
        for (int attempt = 1; ; attempt++) {
            String id = name(kind);
            Path file = folder.path().resolve(id + ENDING);
            try {
                allocator.dump(file, kind);
                return new Dump(id, file, Files.size(file));
            } catch (AllocatorException e) {
                // Somebody has put a file of that name there: take the next.
                if (e.kind() != AllocatorException.Kind.FILE_EXISTS || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private String name(DumpKind kind) {
        number++;
        StringBuilder name = new StringBuilder(48);
        name.append(pid).append('.').append(UtcTime.compact(clock.instant())).append('.');
        String digits = Integer.toString(number);
        name.append("0".repeat(Math.max(0, 4 - digits.length()))).append(digits);
        return name.append('.').append(kind.word()).toString();
    }

    /** A dump by its id; empty where there is none, or the id is none that a file of ours could have. */
    Optional<Dump> find(String id) throws IOException {
        if (!isName(id)) {
            return Optional.empty();
        }
        Path file = folder.path().resolve(id + ENDING);
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                ? Optional.of(new Dump(id, file, Files.size(file)))
                : Optional.empty();
    }

    /** Letters, digits, dots and hyphens, and no dot in front: no path leads out of the folder by such a name. */
    private static boolean isName(String id) {
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!plain && c != '-' && (c != '.' || i == 0)) {
                return false;
            }
        }
        return !id.isEmpty();
    }
}
