package io.jemscope.agent.dump;

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
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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

    /** Those that are there and whole, in no order. */
    List<Dump> list(Instant programStart) {
        return list(programStart, SETTLED);
    }

    /** One by its id. Only where it may be one of these is the folder looked through, which is the program's own. */
    Optional<Dump> find(String id, Instant programStart) {
        if (JemallocDumpName.isId(id, pid)) {
            for (Dump dump : list(programStart)) {
                if (dump.id().equals(id)) {
                    return Optional.of(dump);
                }
            }
        }
        return Optional.empty();
    }

    /** Has jemalloc make one by hand; empty where it isn't found afterwards. */
    Optional<Dump> write(Instant programStart) throws AllocatorException {
        Dump before = newestByHand(programStart);
        allocator.write(Control.PROF_DUMP, Optional.empty());
        Dump made = newestByHand(programStart);
        boolean old = before != null && made != null && before.number() >= made.number();
        return old ? Optional.empty() : Optional.ofNullable(made);
    }

    /** The newest that was made by hand, whole or not; null where there is none. */
    private @Nullable Dump newestByHand(Instant programStart) {
        Dump newest = null;
        for (Dump dump : list(programStart, Duration.ZERO)) {
            if (dump.kind() == DumpKind.MANUAL && (newest == null || dump.number() > newest.number())) {
                newest = dump;
            }
        }
        return newest;
    }

    private List<Dump> list(Instant programStart, Duration settled) {
        List<Dump> dumps = new ArrayList<>();
        addFrom(own, programStart, settled, dumps);
        Path prefix = prefix();
        if (prefix != null && !prefix.equals(own)) {
            addFrom(prefix, programStart, settled, dumps);
        }
        return dumps;
    }

    private void addFrom(Path prefix, Instant programStart, Duration settled, List<Dump> dumps) {
        if (prefix.getParent() == null) {
            return;
        }
        String name = prefix.getFileName().toString();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(prefix.getParent())) {
            for (Path file : files) {
                JemallocDumpName says = JemallocDumpName.of(file.getFileName().toString(), name, pid);
                Dump dump = says == null ? null : dump(file, says, programStart, settled);
                if (dump != null) {
                    dumps.add(dump);
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
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        Instant made = attributes.lastModifiedTime().toInstant();
        int owner = (Integer) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        // In a container a program often has the number of the one before it.
        if (!attributes.isRegularFile() || owner != PrivateFolder.ownUid() || made.isBefore(programStart)) {
            return null;
        }
        boolean symbolized = Files.isRegularFile(Dump.symbols(file), LinkOption.NOFOLLOW_LINKS);
        if (!symbolized && !settled.isZero() && made.isAfter(clock.instant().minus(settled))) {
            return null;
        }
        return new Dump(says.id(pid), file, attributes.size(), says.kind(), made, says.sequence(), symbolized);
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
