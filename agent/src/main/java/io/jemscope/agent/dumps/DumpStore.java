package io.jemscope.agent.dumps;

import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.EventLog;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;

/**
 * The dumps of this process. Those made through the store lie in its folder, each under a name of its own
 * ({@link DumpName}), whose order is the order of their making; none is ever overwritten, and the newest are kept, as
 * {@link KeptDumps} says. Those that jemalloc makes by itself ({@link JemallocDumps}) are listed with them and never
 * dropped: the tool that had jemalloc make them expects to find them. What processes that have ended have left in the folder
 * ({@link OrphanDumps}) counts for the limits, and goes in its turn; it is in no list, and a living process's is not touched.
 *
 * <p>An id is looked up among the dumps that the store knows; no path is ever made of it.
 *
 * <p>For use by several threads. One dump is made at a time, and the next waits for it. Reading, pinning and removing don't wait:
 * what is kept is in a list of its own ({@link KeptDumps}), whose lock no thread holds while it writes to the disk or
 * waits for the allocator. What the disk has may thus be a moment behind the books, or before them; a dump is in the books
 * only once it is whole.
 */
public final class DumpStore {

    /** What is written. Only what is kept counts for the limits. */
    private enum What {
        KEPT,
        ASIDE,
        HEAP_ASIDE,
        NAMES_ASIDE
    }

    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

    private final DumpFolder folder;
    private final long pid;
    private final Consumer<String> notices;
    private final DumpLimits limits;
    private final EventLog events;
    private final KeptDumps kept;
    private final PartialDumps partial;
    private final OrphanDumps orphans;
    private final JemallocDumps jemallocs;

    /** Once the store is opened, used with {@link #dumping} held. */
    private final DumpWriter writer;

    private final AtomicBoolean evictionTold = new AtomicBoolean();

    private final DumpLock between = new DumpLock();

    /** Held while a dump is made. */
    private final Lock dumping = between.dumping();

    /** Held while the folder is looked through for the first time, so never during a dump. */
    private final Object opening = new Object();

    private volatile boolean opened;

    /** Whether jemalloc may still put files into the folder by itself. */
    private volatile boolean lent;

    private volatile DumpListener listener = DumpListener.NONE;

    /** Set while it is opened, as is the number, and not seen before. */
    private Instant programStart = Instant.EPOCH;

    /** What it took. With {@link #dumping} held. */
    private long lastBytes;

    /**
     * Opens the store, with the usual limits.
     *
     * @param folder where the dumps are; made with the first
     * @param pid this process
     * @param clock the time of day
     * @param notices takes a line for the first requested dump that is evicted, and for each that can't be
     */
    public DumpStore(DumpFolder folder, long pid, Allocator allocator, Clock clock, Consumer<String> notices) {
        this(folder, pid, allocator, clock, notices, DumpLimits.DEFAULT, EventLog.NONE);
    }

    /**
     * Opens the store.
     *
     * @param folder where the dumps are; made with the first
     * @param pid this process
     * @param clock the time of day
     * @param notices takes a line for the first requested dump that is evicted, and for each that can't be
     * @param limits how many are kept
     * @param events takes each dump that is made or removed
     */
    public DumpStore(
            DumpFolder folder,
            long pid,
            Allocator allocator,
            Clock clock,
            Consumer<String> notices,
            DumpLimits limits,
            EventLog events) {
        this.folder = folder;
        this.pid = pid;
        this.notices = notices;
        this.limits = limits;
        this.events = events;
        this.kept = new KeptDumps(limits.most(), limits.mostBytes());
        this.partial = new PartialDumps(folder, pid, clock);
        this.orphans = new OrphanDumps(folder.path(), pid, partial);
        this.jemallocs = new JemallocDumps(allocator, pid, clock, folder.path());
        this.writer = new DumpWriter(pid, allocator, clock);
    }

    /** Has a listener learn of each dump from now on. */
    public void listen(DumpListener to) {
        listener = to;
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
     * @throws AllocatorException where the allocator refuses
     * @throws IOException where the folder can't be used, or there is no room; a {@link SetupException} says what to do
     */
    public Dump write(DumpKind kind) throws AllocatorException, IOException {
        return write(What.KEPT, kind);
    }

    private Dump write(What what, DumpKind kind) throws AllocatorException, IOException {
        dumping.lock();
        try {
            if (what == What.NAMES_ASIDE) {
                return writer.writeNames(ensureAside());
            }
            DumpListener.Begun begun = listener.begins();
            Dump dump = what == What.KEPT ? writeKept(kind) : writeAside(kind, what == What.ASIDE);
            begun.made(dump, what == What.KEPT);
            return dump;
        } catch (AllocatorException | IOException e) {
            refused(e);
            throw e;
        } finally {
            dumping.unlock();
        }
    }

    private Dump writeKept(DumpKind kind) throws AllocatorException, IOException {
        prepare();
        DiskSpaceCheck.check(folder.path(), lastBytes);
        Dump dump = writer.write(kind, folder.path(), true);
        lastBytes = dump.bytesOnDisk();
        keepNew(dump);
        return dump;
    }

    private Dump writeAside(DumpKind kind, boolean named) throws AllocatorException, IOException {
        Path aside = ensureAside();
        DiskSpaceCheck.check(aside, lastBytes);
        Dump dump = writer.write(kind, aside, named);
        lastBytes = dump.bytesOnDisk();
        events.record(EventKind.DUMP, "a dump for an answer was made, " + dump.bytes() + " bytes");
        return dump;
    }

    private void keepNew(Dump dump) {
        forgetTheGone();
        events.record(EventKind.DUMP, "dump " + dump.id() + " was made, " + dump.bytes() + " bytes");
        for (Dump old : kept.add(dump, dump.bytesOnDisk(), orphans.find(ownIds(dump)))) {
            evict(old);
        }
    }

    /** Before anything of this process's comes into the folder. */
    private void prepare() throws IOException {
        folder.ensure();
        open();
        orphans.announce();
    }

    private void refused(Exception e) {
        String why = e instanceof IOException failure ? FileFailure.reason(failure) : String.valueOf(e.getMessage());
        events.record(EventKind.REFUSAL, "no dump was made: " + why);
    }

    private Set<String> ownIds(Dump fresh) {
        Set<String> ids = keptIds();
        ids.add(fresh.id());
        return ids;
    }

    /**
     * Has jemalloc make a dump under a name of its own, {@code <prof_prefix>.<pid>.<seq>.m<mseq>.heap}. The store lists it,
     * and leaves its removal to others, as for all that jemalloc names. Where it goes to the store's own folder, that is looked
     * at before, as for any other dump. So do those of our own sampler, unless {@code prof_prefix} says otherwise.
     *
     * @return the dump; empty where its folder can't be read by us
     * @throws AllocatorException where the allocator refuses
     * @throws IOException where the store's own folder can't be used, or has no room
     */
    public Optional<Dump> writeByJemalloc() throws AllocatorException, IOException {
        open();
        dumping.lock();
        try {
            boolean usesStoreFolder = !lent && jemallocs.hasNoPlace();
            if (lent || usesStoreFolder) {
                folder.ensure();
                DiskSpaceCheck.check(folder.path(), lastBytes);
            }
            DumpListener.Begun begun = listener.begins();
            Optional<Dump> made = usesStoreFolder ? jemallocs.writeHere(programStart) : jemallocs.write(programStart);
            if (made.isPresent()) {
                begun.made(made.get(), true);
            }
            events.record(
                    EventKind.DUMP,
                    made.isPresent()
                            ? "jemalloc made the dump " + made.get().id() + ", "
                                    + made.get().bytes() + " bytes"
                            : "jemalloc made a dump under a name of its own");
            return made;
        } catch (AllocatorException | IOException e) {
            refused(e);
            throw e;
        } finally {
            dumping.unlock();
        }
    }

    /**
     * Makes a dump that isn't kept: for an answer, and gone with it. It is in no list, and pushes nothing out.
     *
     * @return the dump; its maker removes it
     * @throws AllocatorException where the allocator refuses
     * @throws IOException where the folder can't be used, or there is no room
     */
    public Dump writeAside() throws AllocatorException, IOException {
        return write(What.ASIDE, DumpKind.ASKED);
    }

    /**
     * The same, only if no dump is being made or waited for: for what may be left out. No event tells of it.
     *
     * @return the dump; empty if there is another
     */
    public Optional<Dump> tryWriteAside() throws AllocatorException, IOException {
        if (!dumping.tryLock()) {
            return Optional.empty();
        }
        try {
            Path aside = ensureAside();
            DiskSpaceCheck.check(aside, lastBytes);
            return Optional.of(writer.write(DumpKind.ASKED, aside, true));
        } finally {
            dumping.unlock();
        }
    }

    /**
     * A dump without the names of the Java frames, open for reading; nothing of it stays on the disk.
     *
     * @throws AllocatorException where the allocator refuses
     * @throws IOException where the folder can't be used, or there is no room
     */
    public OpenHeap openHeap() throws AllocatorException, IOException {
        Dump dump = write(What.HEAP_ASIDE, DumpKind.ASKED);
        try {
            return new OpenHeap(dump.id(), FileChannel.open(dump.file(), READ));
        } finally {
            // What is open can be read to its end without its name.
            removeAside(dump);
        }
    }

    /**
     * Writes the names that the Java frames have in all dumps so far, and no dump.
     *
     * @return a dump whose symbols are there, and nothing else; its maker removes it
     * @throws AllocatorException where they can't be written
     * @throws IOException where the folder can't be used
     */
    public Dump writeNamesAside() throws AllocatorException, IOException {
        return write(What.NAMES_ASIDE, DumpKind.ASKED);
    }

    /**
     * Gives jemalloc a place for the dumps that it names itself: in the folder, which from then on isn't removed although
     * it may be empty.
     *
     * @return what the names begin with
     * @throws IOException where the folder can't be used
     */
    public Path lend() throws IOException {
        folder.ensure();
        lent = true;
        return folder.path().resolve(JemallocDumps.OWN_PREFIX);
    }

    /** Takes the place back, since jemalloc was told another one. */
    public void takeBack() {
        lent = false;
    }

    /** Whether jemalloc may still put files into the folder by itself. */
    boolean isLent() {
        return lent;
    }

    /**
     * Takes the name of a file that jemalloc itself writes later, as it does a log. The file is there from then on, empty, and in
     * no list before it is kept.
     *
     * @throws IOException if the folder can't be used
     */
    public Dump reserve(DumpKind kind) throws IOException {
        dumping.lock();
        try {
            prepare();
            return writer.reserve(kind, folder.path());
        } finally {
            dumping.unlock();
        }
    }

    /**
     * Checks that jemalloc can open a reserved file, which is created again if it was removed.
     *
     * @param room whether there has to be room to write it, too
     * @throws IOException if it can't
     */
    public void checkReserved(Dump reserved, boolean room) throws IOException {
        folder.ensure();
        if (room) {
            checkRoom(0);
        }
        DumpWriter.ensure(reserved);
    }

    /**
     * Keeps a reserved file that jemalloc has written since, with the names of the Java frames beside it, if these can be
     * written. A reserved file that isn't needed goes by {@link #removeAside}.
     *
     * @return the same as it is now
     * @throws IOException if it is gone
     */
    public Dump keepReserved(Dump reserved) throws IOException {
        dumping.lock();
        try {
            try {
                writer.nameFrames(reserved);
            } catch (AllocatorException e) {
                events.record(
                        EventKind.REFUSAL, "the names for " + reserved.id() + " were not written: " + e.getMessage());
            }
            Dump dump = writer.written(reserved);
            keepNew(dump);
            return dump;
        } finally {
            dumping.unlock();
        }
    }

    /** What is read while no dump is made. */
    public DumpLock between() {
        return between;
    }

    private Path ensureAside() throws IOException {
        folder.ensure();
        PrivateFolder.ensure(folder.aside());
        open();
        // A process of the same number in another container would take it for left behind, too.
        orphans.announce();
        return folder.aside();
    }

    /** The ids of this process's own dumps, those of an agent before included; waits for no dump that is being made. */
    Set<String> ownIds() {
        open();
        return keptIds();
    }

    private Set<String> keptIds() {
        Set<String> ids = new HashSet<>();
        for (Dump dump : kept.all()) {
            ids.add(dump.id());
        }
        return ids;
    }

    /** Removes a dump that isn't kept, as far as it is there. */
    public void removeAside(Dump dump) {
        FolderCleaner.remove(dump.file());
        FolderCleaner.remove(dump.symbols());
    }

    /**
     * A dump by its id.
     *
     * @return the dump; empty where there is none, or none any more
     */
    public Optional<Dump> find(String id) {
        open();
        for (Dump dump : kept.all()) {
            if (dump.id().equals(id)) {
                return isThere(dump) ? Optional.of(dump) : Optional.empty();
            }
        }
        return jemallocs.find(id, programStart);
    }

    /**
     * The dumps.
     *
     * @return those that are there, the oldest first; of those that jemalloc makes by itself the newest
     */
    public List<Dump> list() {
        return listing().dumps();
    }

    /**
     * The dumps, and how many there are of which they tell nothing.
     *
     * @return those that are there
     */
    public DumpListing listing() {
        open();
        forgetTheGone();
        NewestDumps jemalloc = jemallocs.list(programStart);
        List<Dump> dumps = jemalloc.kept();
        for (Dump dump : kept.all()) {
            if (isThere(dump)) {
                dumps.add(dump);
            }
        }
        Collections.sort(dumps);
        return new DumpListing(dumps, jemalloc.others());
    }

    /**
     * The newest dump that jemalloc has made at a new high of mapped memory.
     *
     * @return its number; -1 where there is none
     */
    public long newestHighWater() {
        open();
        return jemallocs.newestNumber(DumpKind.HIGH_WATER, programStart);
    }

    /**
     * What jemalloc has made at new highs of mapped memory.
     *
     * @param after the number after which it counts
     * @return their sums
     */
    public JemallocSums highWatersAfter(long after) {
        open();
        return jemallocs.sums(DumpKind.HIGH_WATER, after, programStart);
    }

    /** Says whether a dump is still there. */
    public boolean holds(Dump dump) {
        return find(dump.id()).isPresent();
    }

    /**
     * Removes a dump, and what was made of it. A pin that comes during this call has no effect.
     *
     * @return false where it is pinned, and stays
     * @throws IOException where the file system refuses
     */
    public boolean delete(Dump dump) throws IOException {
        if (kept.isPinned(dump.id())) {
            return false;
        }
        // In the books as long as it is there, for another try where the file system refuses.
        remove(dump);
        kept.forget(dump.id());
        events.record(EventKind.DROP, "dump " + dump.id() + " was removed as asked");
        return true;
    }

    /** Keeps a dump from being dropped by the limits, until it is unpinned as often as it was pinned. */
    public void pin(Dump dump) {
        kept.pin(dump.id(), 1);
    }

    /** Takes a pin off. */
    public void unpin(Dump dump) {
        kept.pin(dump.id(), -1);
    }

    /**
     * How much is kept.
     *
     * @return the limits, which never change
     */
    public DumpLimits limits() {
        return limits;
    }

    /**
     * Looks for room before something is put into the store's folder.
     *
     * @param likelyBytes what it may take
     * @throws SetupException where there isn't enough
     * @throws IOException where the folder can't be used
     */
    public void checkRoom(long likelyBytes) throws IOException {
        DiskSpaceCheck.check(folder.path(), likelyBytes);
    }

    /**
     * Where things may be put that are made of a dump and go with it: in the store's own folder, wherever the dump lies.
     *
     * @return a folder, which need not be there yet
     */
    public Path made(Dump dump) {
        return folder.path().resolve(dump.id() + Dump.MADE);
    }

    /** Removes what was made of a dump, as far as it can be. */
    public void dropMade(Dump dump) {
        FolderCleaner.empty(made(dump), "");
    }

    /** Takes in what an agent that has left this process since has made: on first use, not at the start. */
    private void open() {
        if (opened) {
            return;
        }
        synchronized (opening) {
            if (!opened) {
                try {
                    programStart = ProgramStart.get();
                    takeInEarlier();
                } finally {
                    opened = true;
                }
            }
        }
    }

    private void takeInEarlier() {
        List<Dump> earlier = new RecoveredDumps(folder, pid, programStart, partial).takeIn();
        Collections.sort(earlier);
        for (Dump dump : earlier) {
            writer.meet(dump);
            for (Dump old : kept.add(dump, dump.bytesOnDisk(), List.of())) {
                evict(old);
            }
        }
    }

    /** A link in a dump's place doesn't count. */
    private static boolean isThere(Dump dump) {
        return Files.isRegularFile(dump.file(), LinkOption.NOFOLLOW_LINKS);
    }

    /** A dump whose file was removed must not evict others. */
    private void forgetTheGone() {
        for (Dump dump : kept.all()) {
            if (!Files.exists(dump.file(), LinkOption.NOFOLLOW_LINKS)) {
                dropMade(dump);
                kept.forget(dump.id());
            }
        }
    }

    private void evict(Dump old) {
        Path file = old.file();
        try {
            events.record(EventKind.DROP, "dump " + old.id() + " is no longer kept: newer ones are");
            // Once: this is the program's standard error, and the events have each.
            if (remove(old) && old.kind() != DumpKind.SNAPSHOT && evictionTold.compareAndSet(false, true)) {
                notices.accept("the dump " + file + " was removed: the newest " + limits.most() + " are kept, up to "
                        + limits.bytesInWords() + ". Copy those that you want to keep longer. Further ones go without a"
                        + " line here; the agent's events name each.");
            }
        } catch (IOException e) {
            // The caller has the new dump.
            notices.accept(
                    "the dump " + file + " is no longer kept and could not be removed (" + e + "). Remove it by hand.");
        }
    }

    private boolean remove(Dump dump) throws IOException {
        boolean removed = Files.deleteIfExists(dump.file());
        Files.deleteIfExists(dump.symbols());
        dropMade(dump);
        return removed;
    }
}
