package io.jemscope.agent.dumps;

import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;

/** Has the allocator write dumps, each under a name that no other had. For use by one thread at a time. */
final class DumpWriter {

    private static final int ATTEMPTS = 100;

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
                // Somebody has put a file of that name there: take the next.
                if (e.kind() != AllocatorException.Kind.FILE_EXISTS || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Writes the names that the Java frames have in all dumps so far, and no dump. */
    Dump writeNames(Path place) throws AllocatorException {
        Dump names = next(DumpKind.ASKED, place, true);
        allocator.nameFrames(names.file(), names.kind());
        return names;
    }

    /** Makes an empty file that jemalloc fills later. */
    Dump reserve(DumpKind kind, Path place) throws IOException {
        Dump reserved = next(kind, place, false);
        ReservedFile.create(reserved.file());
        return reserved;
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
        boolean symbolized = Files.isRegularFile(Dump.symbols(file), LinkOption.NOFOLLOW_LINKS);
        return new Dump(dump.id(), file, Files.size(file), dump.kind(), made, dump.number(), symbolized);
    }
}
