package io.jemscope.agent.dump;

import io.jemscope.agent.time.UtcTime;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The dumps in the process's folder. Each has a name of its own, {@code <pid>.<UTC time>.<number>.<kind>.heap}, whose
 * order is the order of their making; none is ever overwritten. Of those that this process has made the newest are kept,
 * as {@link KeptDumps} says; what an earlier process or another has left is not touched.
 *
 * <p>An id is looked up among the dumps that the store knows; no path is ever made of it.
 */
public final class DumpStore {

    private static final String ENDING = ".heap";
    private static final int MOST = 20;
    private static final long MOST_BYTES = 1L << 30; // 1 GiB
    private static final int ATTEMPTS = 100;

    private final DumpFolder folder;
    private final long pid;
    private final Allocator allocator;
    private final Clock clock;
    private final Consumer<String> notices;
    private final KeptDumps kept = new KeptDumps(MOST, MOST_BYTES);
    private int number;

    /**
     * Opens the store.
     *
     * @param folder where the dumps are; made with the first
     * @param pid this process
     * @param allocator what dumps
     * @param clock the time of day
     * @param notices takes a line for each dump that is dropped although somebody asked for it
     */
    public DumpStore(DumpFolder folder, long pid, Allocator allocator, Clock clock, Consumer<String> notices) {
        this.folder = folder;
        this.pid = pid;
        this.allocator = allocator;
        this.clock = clock;
        this.notices = notices;
    }

    /**
     * Where the dumps are.
     *
     * @return the folder, which need not be there yet
     */
    public Path folder() {
        return folder.path();
    }

    /**
     * Makes a dump.
     *
     * @param kind why
     * @return the dump
     * @throws AllocatorException where the allocator refuses
     * @throws IOException where the folder can't be used
     */
    public synchronized Dump write(DumpKind kind) throws AllocatorException, IOException {
        folder.ensure();
        Dump dump = writeUnderNewName(kind);
        forgetTheGone();
        for (Dump old : kept.add(dump, bytes(dump))) {
            drop(old);
        }
        return dump;
    }

    /**
     * A dump by its id.
     *
     * @param id the id
     * @return the dump; empty where there is none, or none any more
     */
    public synchronized Optional<Dump> find(String id) {
        for (Dump dump : list()) {
            if (dump.id().equals(id)) {
                return Optional.of(dump);
            }
        }
        return Optional.empty();
    }

    /**
     * The dumps.
     *
     * @return those that are there, the oldest first
     */
    public synchronized List<Dump> list() {
        forgetTheGone();
        List<Dump> files = new ArrayList<>();
        for (Dump dump : kept.all()) {
            // A link that somebody has put in a dump's place is none.
            if (Files.isRegularFile(dump.file(), LinkOption.NOFOLLOW_LINKS)) {
                files.add(dump);
            }
        }
        return files;
    }

    /**
     * Says whether a dump is still there.
     *
     * @param dump the dump
     * @return whether it is
     */
    public boolean holds(Dump dump) {
        return find(dump.id()).isPresent();
    }

    /**
     * Removes a dump.
     *
     * @param dump the dump
     * @return false where it is pinned, and stays
     * @throws IOException where the file system refuses
     */
    public synchronized boolean delete(Dump dump) throws IOException {
        if (kept.isPinned(dump.id())) {
            return false;
        }
        Files.deleteIfExists(dump.file());
        Files.deleteIfExists(dump.symbols());
        kept.forget(dump.id());
        return true;
    }

    /**
     * Keeps a dump from being dropped by the limits, until it is unpinned as often as it was pinned.
     *
     * @param dump the dump
     */
    public synchronized void pin(Dump dump) {
        kept.pin(dump.id(), 1);
    }

    /**
     * Takes a pin off.
     *
     * @param dump the dump
     */
    public synchronized void unpin(Dump dump) {
        kept.pin(dump.id(), -1);
    }

    private static long bytes(Dump dump) {
        try {
            return dump.bytes() + Files.size(dump.symbols());
        } catch (IOException e) {
            // Without its symbols a dump can still be read.
            return dump.bytes();
        }
    }

    /** What somebody has taken away must not push out what is there. */
    private void forgetTheGone() {
        for (Dump dump : kept.all()) {
            if (!Files.exists(dump.file(), LinkOption.NOFOLLOW_LINKS)) {
                kept.forget(dump.id());
            }
        }
    }

    private void drop(Dump old) {
        Path file = old.file();
        try {
            boolean deleted = Files.deleteIfExists(file);
            Files.deleteIfExists(old.symbols());
            if (deleted && old.kind() != DumpKind.SNAPSHOT) {
                notices.accept("the dump " + file + " was removed: the newest " + MOST
                        + " are kept, up to 1 GiB. Copy those that you want to keep longer.");
            }
        } catch (IOException e) {
            // The new dump is there, which is what was asked for.
            notices.accept(
                    "the dump " + file + " is no longer kept and could not be removed (" + e + "). Remove it by hand.");
        }
    }

    private Dump writeUnderNewName(DumpKind kind) throws AllocatorException, IOException {
        for (int attempt = 1; ; attempt++) {
            Instant now = clock.instant();
            String id = name(kind, now);
            Path file = folder.path().resolve(id + ENDING);
            try {
                allocator.dump(file, kind);
                boolean symbolized = Files.exists(Dump.symbols(file), LinkOption.NOFOLLOW_LINKS);
                return new Dump(id, file, Files.size(file), kind, now, number, symbolized);
            } catch (AllocatorException e) {
                // Somebody has put a file of that name there: take the next.
                if (e.kind() != AllocatorException.Kind.FILE_EXISTS || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private String name(DumpKind kind, Instant now) {
        number++;
        StringBuilder name = new StringBuilder(48);
        name.append(pid).append('.').append(UtcTime.compact(now)).append('.');
        String digits = Integer.toString(number);
        name.append("0".repeat(Math.max(0, 4 - digits.length()))).append(digits);
        return name.append('.').append(kind.word()).toString();
    }
}
