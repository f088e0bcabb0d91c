package io.jemscope.agent.controls;

import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.dump.FileFailure;
import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.EventLog;
import io.jemscope.agent.run.Permit;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * jemalloc's log of allocations ({@code prof_log}): what is sampled and freed while it is on, with both stacks and times. It
 * grows in memory and is written once, at its end, into a file of the dumps' folder that is kept like a dump. Whoever asks
 * whether it is on doesn't wait.
 *
 * <p>Where jemalloc can't open the file at the end, there is never a log in that process again (5.3.0 stays in the midst of
 * writing it), and it complains on the program's standard error. So the file is there from the start, and is tried out
 * before the end.
 */
public final class AllocationLog {

    private final Allocator allocator;
    private final DumpStore dumps;
    private final EventLog events;
    private boolean left;

    /** Where the log that is on will be; null for none. Changed under this object's lock. */
    private volatile @Nullable Dump running;

    /**
     * Makes it; no log is begun.
     *
     * @param allocator whose log it is
     * @param dumps where it is put
     * @param events takes its beginning and end
     */
    public AllocationLog(Allocator allocator, DumpStore dumps, EventLog events) {
        this.allocator = allocator;
        this.dumps = dumps;
        this.events = events;
    }

    /** The file of the log that is on, which is empty yet; empty where none is on that was begun here. */
    Optional<Dump> running() {
        return Optional.ofNullable(running);
    }

    /** Whether there could be one in this process. */
    boolean isAvailable() throws AllocatorException {
        return ShownControl.isProfiling(allocator) && allocator.offers(Control.PROF_LOG_START);
    }

    /**
     * Begins it; changes nothing where it is on already.
     *
     * @param <E> what the permit throws
     * @param permit asked where one will be begun
     * @return whether it wasn't on
     * @throws AllocatorException where jemalloc refuses, or the agent has left
     * @throws IOException where the folder can't be used
     * @throws E where it may not be begun now
     */
    synchronized <E extends Exception> boolean start(Permit<E> permit) throws AllocatorException, IOException, E {
        if (left) {
            throw refused("the agent is leaving this program", "Attach the agent again, and ask that one.");
        }
        if (running != null) {
            return false;
        }
        permit.take();
        Dump reserved = dumps.reserve(DumpKind.LOG);
        boolean begun = false;
        try {
            allocator.write(Control.PROF_LOG_START, Optional.of(reserved.file().toString()));
            begun = true;
        } catch (AllocatorException e) {
            events.record(EventKind.REFUSAL, "no log of allocations was begun: " + e.getMessage());
            throw e.kind() == AllocatorException.Kind.REFUSED
                    ? refused(
                            "jemalloc keeps one already that wasn't begun here (by prof_log:true in MALLOC_CONF, or by the"
                                    + " program), or couldn't write an earlier one",
                            "Let it go on: jemalloc writes it as the program ends.")
                    : e;
        } finally {
            if (!begun) {
                dumps.removeAside(reserved);
            }
        }
        running = reserved;
        events.record(EventKind.CHANGE, "a log of allocations was begun");
        return true;
    }

    private static AllocatorException refused(String why, String next) {
        return new AllocatorException(
                AllocatorException.Kind.REFUSED, Control.PROF_LOG_START.name(), 0, "No log is begun", why, next);
    }

    /**
     * Ends it.
     *
     * @return the file; empty where none was on that was begun here
     * @throws AllocatorException where jemalloc hasn't written it to its end; the log is over then, and nothing of it is kept
     * @throws IOException where the file can't be written, and the log goes on; or was taken away as soon as it was there
     */
    synchronized Optional<Dump> stop() throws AllocatorException, IOException {
        Dump reserved = running;
        if (reserved == null) {
            return Optional.empty();
        }
        dumps.checkReserved(reserved);
        @Nullable String refusal = null;
        try {
            allocator.run(Control.PROF_LOG_STOP);
        } catch (AllocatorException e) {
            // Somebody else may have ended it before, and then it may be whole.
            refusal = e.why();
        }
        running = null;
        if (!isWhole(reserved)) {
            throw lost(reserved, refusal);
        }
        Dump dump = dumps.keep(reserved);
        events.record(EventKind.CHANGE, "the log of allocations was ended");
        return Optional.of(dump);
    }

    private static boolean isWhole(Dump reserved) {
        try {
            return WrittenLog.isWhole(reserved.file());
        } catch (IOException e) {
            // It can't be read, or isn't there.
            return false;
        }
    }

    private AllocatorException lost(Dump reserved, @Nullable String refusal) {
        dumps.removeAside(reserved);
        String why = "jemalloc has not written it to its end, as for want of room on the disk"
                + (refusal == null ? "" : " (" + refusal + ")");
        events.record(EventKind.REFUSAL, "the log of allocations is lost: " + why);
        return new AllocatorException(
                AllocatorException.Kind.FILE_NOT_WRITTEN,
                Control.PROF_LOG_STOP.name(),
                0,
                "The log is lost",
                why,
                "Make room on that disk, and begin another one.");
    }

    /**
     * Ends it for good, since the agent leaves.
     *
     * @return what went wrong, a sentence each
     */
    public synchronized List<String> leave() {
        left = true;
        List<String> failures = new ArrayList<>();
        try {
            stop();
        } catch (AllocatorException e) {
            failures.add(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            failures.add("the log of allocations goes on: " + FileFailure.reason(e)
                    + ". jemalloc tries to write it as the program ends.");
        }
        return failures;
    }
}
