package io.jemscope.agent.dumps;

import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The dumps that jemalloc makes of this process by itself: at intervals, at new highs of mapped memory, and where somebody
 * asks it for one without a name. They lie where {@code opt.prof_prefix} says, which may be anybody's folder: so each file
 * has to be this user's, and no link. Or in the store's own, where jemalloc was told so since. For use by several threads.
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

    /** Which names are looked for. */
    private interface Choice {
        boolean takes(JemallocDumpName says);
    }

    private static final Choice ANY = new Choice() {
        @Override
        public boolean takes(JemallocDumpName says) {
            return true;
        }
    };

    /** Those of a kind, from a number on. */
    private record OfKind(DumpKind kind, long after) implements Choice {
        @Override
        public boolean takes(JemallocDumpName says) {
            return says.kind() == kind && says.sequence() > after;
        }
    }

    /** What becomes of those that are found. */
    private interface Takes {
        boolean wants(long number);

        void take(Dump dump);
    }

    private static final class Summing implements Takes {
        long files;
        long bytes;
        long last;

        Summing(long last) {
            this.last = last;
        }

        @Override
        public boolean wants(long number) {
            return true;
        }

        @Override
        public void take(Dump dump) {
            files++;
            bytes += dump.bytes() + (dump.symbolized() ? sizeOf(dump.symbols()) : 0);
            last = Math.max(last, dump.number());
        }

        private static long sizeOf(Path file) {
            try {
                return Files.size(file);
            } catch (IOException e) {
                // Somebody has taken it away meanwhile.
                return 0;
            }
        }
    }

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
        return look(programStart, SETTLED, ANY, new NewestDumps(LISTED, LOOKED_AT));
    }

    /** One by its id. Only where it may be one of these is the folder looked through, which is the program's own. */
    Optional<Dump> find(String id, Instant programStart) {
        JemallocDumpName wanted = JemallocDumpName.ofId(id, pid);
        if (wanted == null) {
            return Optional.empty();
        }
        Choice thatOne = new Choice() {
            @Override
            public boolean takes(JemallocDumpName says) {
                return says.equals(wanted);
            }
        };
        return Optional.ofNullable(newest(programStart, SETTLED, thatOne));
    }

    /** Has jemalloc make one by hand; empty where it isn't found afterwards. */
    Optional<Dump> write(Instant programStart) throws AllocatorException {
        Choice byHand = new OfKind(DumpKind.MANUAL, -1);
        Dump before = newest(programStart, Duration.ZERO, byHand);
        allocator.write(Control.PROF_DUMP, Optional.empty());
        Dump made = newest(programStart, Duration.ZERO, byHand);
        boolean old = before != null && made != null && before.number() >= made.number();
        return old ? Optional.empty() : Optional.ofNullable(made);
    }

    /** The number of the newest of a kind, whole or not; -1 where there is none. */
    long newestNumber(DumpKind kind, Instant programStart) {
        Dump newest = newest(programStart, Duration.ZERO, new OfKind(kind, -1));
        return newest == null ? -1 : newest.number();
    }

    /** What those of a kind take, whole or not, that have a higher number than that. */
    JemallocSums sums(DumpKind kind, long after, Instant programStart) {
        Summing sums = new Summing(after);
        lookThrough(programStart, Duration.ZERO, new OfKind(kind, after), sums);
        return new JemallocSums(sums.files, sums.bytes, sums.last);
    }

    private @Nullable Dump newest(Instant programStart, Duration settled, Choice choice) {
        List<Dump> newest = look(programStart, settled, choice, new NewestDumps(1, Integer.MAX_VALUE))
                .kept();
        return newest.isEmpty() ? null : newest.get(0);
    }

    private NewestDumps look(Instant programStart, Duration settled, Choice choice, NewestDumps newest) {
        lookThrough(programStart, settled, choice, new Takes() {
            @Override
            public boolean wants(long number) {
                return newest.wouldKeep(number);
            }

            @Override
            public void take(Dump dump) {
                newest.add(dump);
            }
        });
        return newest;
    }

    private void lookThrough(Instant programStart, Duration settled, Choice choice, Takes takes) {
        lookThrough(own, programStart, settled, choice, takes);
        Path prefix = prefix();
        if (prefix != null && !prefix.equals(own)) {
            lookThrough(prefix, programStart, settled, choice, takes);
        }
    }

    /** By name first: to look at the files themselves is what takes long where there are tens of thousands. */
    private void lookThrough(Path prefix, Instant programStart, Duration settled, Choice choice, Takes takes) {
        if (prefix.getParent() == null) {
            return;
        }
        String name = prefix.getFileName().toString();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(prefix.getParent())) {
            for (Path file : files) {
                JemallocDumpName says = JemallocDumpName.of(file.getFileName().toString(), name, pid);
                if (says != null && choice.takes(says) && takes.wants(says.sequence())) {
                    Dump dump = dump(file, says, programStart, settled);
                    if (dump != null) {
                        takes.take(dump);
                    }
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // No folder that can be read: then there are no dumps for us in it.
        }
    }

    /** One; null where it is none of ours, isn't whole, or somebody has taken it away meanwhile, which spoils no other. */
    private @Nullable Dump dump(Path file, JemallocDumpName says, Instant programStart, Duration settled)
            throws IOException {
        try {
            return read(file, says, programStart, settled);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private @Nullable Dump read(Path file, JemallocDumpName says, Instant programStart, Duration settled)
            throws IOException {
        // All at once: each kind of attributes by itself is a call to the system of its own.
        Map<String, Object> attributes =
                Files.readAttributes(file, "unix:isRegularFile,uid,size,lastModifiedTime", LinkOption.NOFOLLOW_LINKS);
        Instant made = of(attributes, "lastModifiedTime", FileTime.class).toInstant();
        boolean isRegular = of(attributes, "isRegularFile", Boolean.class);
        int owner = of(attributes, "uid", Integer.class);
        // In a container a program often has the number of the one before it.
        if (!isRegular || owner != PrivateFolder.ownUid() || made.isBefore(programStart)) {
            return null;
        }
        boolean symbolized = Files.isRegularFile(Dump.symbols(file), LinkOption.NOFOLLOW_LINKS);
        if (!symbolized && !settled.isZero() && made.isAfter(clock.instant().minus(settled))) {
            return null;
        }
        long bytes = of(attributes, "size", Long.class);
        return new Dump(says.id(pid), file, bytes, says.kind(), made, says.sequence(), symbolized);
    }

    private static <T> T of(Map<String, Object> attributes, String name, Class<T> type) {
        return type.cast(Objects.requireNonNull(attributes.get(name)));
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
