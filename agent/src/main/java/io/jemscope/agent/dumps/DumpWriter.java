package io.jemscope.agent.dumps;

import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

/** Has the allocator write dumps, each under a name that no other had. For use by one thread at a time. */
final class DumpWriter {

    private static final int ATTEMPTS = 100;
    private static final Set<OpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> NEW_OR_THERE =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY = PosixFilePermissions.asFileAttribute(
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));

    private final long pid;
    private final Allocator allocator;
    private final Clock clock;

    /** Of the newest dump. */
    private long number;

    DumpWriter(long pid, Allocator allocator, Clock clock) {
        this.pid = pid;
        this.allocator = allocator;
        this.clock = clock;
    }

    /** Takes no number up to the one that a dump has which is there already. */
    void meet(Dump earlier) {
        number = Math.max(number, earlier.number());
    }

    /** Makes a dump in a folder; {@code named} says whether the Java frames' names are written beside it. */
    Dump write(DumpKind kind, Path place, boolean named) throws AllocatorException, IOException {
        for (int attempt = 1; ; attempt++) {
            Dump dump = next(kind, place, false);
            try {
                if (named) {
                    allocator.dump(dump.file(), kind);
                } else {
                    allocator.dumpHeap(dump.file());
                }
                return asWritten(dump, dump.made());
            } catch (AllocatorException e) {
                // A file of that name is there already: take the next.
                if (e.kind() != AllocatorException.Kind.FILE_EXISTS || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Writes the names that the Java frames have in all dumps so far, and no dump. */
    Dump writeNames(Path place) throws AllocatorException {
        Dump names = next(DumpKind.ASKED, place, true);
        nameFrames(names);
        return names;
    }

    /**
     * Creates an empty file that jemalloc fills later. It is there from the start: jemalloc would create it for all to read, its
     * name stays taken, and its folder isn't removed as an empty one.
     */
    Dump reserve(DumpKind kind, Path place) throws IOException {
        Dump reserved = next(kind, place, false);
        Files.newByteChannel(reserved.file(), NEW, OWNER_ONLY).close();
        return reserved;
    }

    /** Creates that file again if it was removed; throws if it couldn't be opened now. */
    static void ensure(Dump reserved) throws IOException {
        Files.newByteChannel(reserved.file(), NEW_OR_THERE, OWNER_ONLY).close();
    }

    /** Writes the names of the Java frames beside a dump. */
    void nameFrames(Dump dump) throws AllocatorException {
        allocator.nameFrames(dump.file(), dump.kind());
    }

    /** The same dump now that jemalloc has filled it. */
    Dump written(Dump reserved) throws IOException {
        return asWritten(reserved, clock.instant());
    }

    private Dump next(DumpKind kind, Path place, boolean symbolized) {
        Instant now = clock.instant();
        number++;
        String id = DumpName.id(pid, now, number, kind);
        return new Dump(id, place.resolve(id + DumpName.ENDING), 0, kind, now, number, symbolized);
    }

    private static Dump asWritten(Dump dump, Instant made) throws IOException {
        Path file = dump.file();
        long bytes = Files.size(file);
        return new Dump(dump.id(), file, bytes, dump.kind(), made, dump.number(), Dump.isSymbolized(file));
    }
}
