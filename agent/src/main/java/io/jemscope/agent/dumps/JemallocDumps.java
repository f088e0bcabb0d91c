package io.jemscope.agent.dumps;

import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The dumps that jemalloc makes of this process by itself: at intervals, at new highs of mapped memory, and by
 * {@code prof.dump} without a name. They lie where {@code opt.prof_prefix} says, which may be another user's folder: so each file
 * must be a regular file of this user's. Or in the store's own folder, if {@code prof.prefix} was set so since. For use by several threads.
 */
final class JemallocDumps {

    /** What begins their names in the store's own folder; no name of the store's begins so. */
    static final String OWN_PREFIX = "jemalloc";

    /** jemalloc writes under the final name: what was written to just now, and has no names yet, may not be whole. */
    private static final Duration SETTLED = Duration.ofSeconds(1);

    /** How many a list has: what jemalloc may make has no limit, and a list is built in the program's heap. */
    private static final int LISTED = 200;

    /** How many files a list takes a look at, which is a fraction of a second's work. */
    private static final int LOOKED_AT = 5_000;

    private final Allocator allocator;
    private final long pid;
    private final Clock clock;
    private final Path own;
    private @Nullable Path place;
    private boolean looked;

    /** Those of a process, also in the store's folder. */
    JemallocDumps(Allocator allocator, long pid, Clock clock, Path folder) {
        this.allocator = allocator;
        this.pid = pid;
        this.clock = clock;
        this.own = folder.resolve(OWN_PREFIX);
    }

    /** The newest that are there and whole. However many there are, only these are held in memory. */
    NewestDumps list(Instant programStart) {
        return newest(programStart, SETTLED, says -> true, new NewestDumps(LISTED, LOOKED_AT));
    }

    /** One by its id. Only if it may be one of these, the folder is looked through, which is the program's own. */
    Optional<Dump> find(String id, Instant programStart) {
        JemallocDumpName wanted = JemallocDumpName.ofId(id, pid);
        return wanted == null ? Optional.empty() : Optional.ofNullable(newest(programStart, SETTLED, wanted::equals));
    }

    /** Has jemalloc make one by hand; empty if it isn't found afterwards. */
    Optional<Dump> write(Instant programStart) throws AllocatorException {
        long before = newestNumber(DumpKind.MANUAL, programStart);
        allocator.write(Control.PROF_DUMP, Optional.empty());
        return Optional.ofNullable(newest(programStart, Duration.ZERO, ofKind(DumpKind.MANUAL, before)));
    }

    /** Whether our own sampler makes them, and wasn't given a place: the program's working folder isn't ours to fill. */
    boolean hasNoPlace() {
        return allocator.detection().sampledHere() && prefix() == null;
    }

    /** Has one made in the store's own folder. */
    Optional<Dump> writeHere(Instant programStart) throws AllocatorException {
        allocator.write(Control.PROF_PREFIX, Optional.of(own.toString()));
        try {
            return write(programStart);
        } finally {
            allocator.write(Control.PROF_PREFIX, Optional.of(""));
        }
    }

    /** The number of the newest of a kind, whole or not; -1 if there is none. */
    long newestNumber(DumpKind kind, Instant programStart) {
        Dump newest = newest(programStart, Duration.ZERO, ofKind(kind, -1));
        return newest == null ? -1 : newest.number();
    }

    /** What those of a kind take, whole or not, that have a higher number than that. */
    JemallocSums sums(DumpKind kind, long after, Instant programStart) {
        JemallocSums[] sums = {new JemallocSums(0, 0, after)};
        lookThrough(programStart, Duration.ZERO, ofKind(kind, after), dump -> sums[0] = sums[0].plus(dump));
        return sums[0];
    }

    private static Predicate<JemallocDumpName> ofKind(DumpKind kind, long after) {
        return says -> says.kind() == kind && says.sequence() > after;
    }

    private @Nullable Dump newest(Instant programStart, Duration settled, Predicate<JemallocDumpName> choice) {
        List<Dump> newest = newest(programStart, settled, choice, new NewestDumps(1, Integer.MAX_VALUE))
                .kept();
        return newest.isEmpty() ? null : newest.get(0);
    }

    private NewestDumps newest(
            Instant programStart, Duration settled, Predicate<JemallocDumpName> choice, NewestDumps newest) {
        lookThrough(programStart, settled, says -> choice.test(says) && newest.wouldKeep(says.sequence()), newest::add);
        return newest;
    }

    private void lookThrough(
            Instant programStart, Duration settled, Predicate<JemallocDumpName> choice, Consumer<Dump> taker) {
        lookThrough(own, programStart, settled, choice, taker);
        Path prefix = prefix();
        if (prefix != null && !prefix.equals(own)) {
            lookThrough(prefix, programStart, settled, choice, taker);
        }
    }

    /** By name first: reading the attributes of tens of thousands of files takes long. */
    private void lookThrough(
            Path prefix,
            Instant programStart,
            Duration settled,
            Predicate<JemallocDumpName> choice,
            Consumer<Dump> taker) {
        if (prefix.getParent() == null) {
            return;
        }
        String name = prefix.getFileName().toString();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(prefix.getParent())) {
            for (Path file : files) {
                JemallocDumpName says = JemallocDumpName.of(file.getFileName().toString(), name, pid);
                if (says != null && choice.test(says)) {
                    Dump dump = Dump.read(file, says.id(pid), says.kind(), says.sequence());
                    // In a container a program often has the number of the one before it.
                    if (dump != null && !dump.made().isBefore(programStart) && isWhole(dump, settled)) {
                        taker.accept(dump);
                    }
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // A folder that can't be read has no dumps for us.
        }
    }

    private boolean isWhole(Dump dump, Duration settled) {
        return dump.symbolized()
                || settled.isZero()
                || !dump.made().isAfter(clock.instant().minus(settled));
    }

    /** Where the names begin; null where jemalloc makes no dumps by itself. */
    private synchronized @Nullable Path prefix() {
        if (!looked) {
            looked = true;
            try {
                String prefix = allocator.read(Control.OPT_PROF_PREFIX).orElse("");
                // jemalloc's own current folder, which the JVM's user.dir need not be.
                Path here = Files.readSymbolicLink(Path.of("/proc/self/cwd"));
                place = prefix.isEmpty() ? null : here.resolve(prefix).normalize();
            } catch (AllocatorException | IOException | IllegalArgumentException e) {
                place = null;
            }
        }
        return place;
    }
}
