package io.jemscope.agent.jemalloc;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.dumps.FileFailure;
import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.EventLog;
import io.jemscope.agent.profiling.Permit;
import io.jemscope.agent.profiling.RunClock;
import io.jemscope.agent.profiling.RunTimer;
import io.jemscope.agent.profiling.ShutdownGate;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * jemalloc's log of allocations ({@code prof_log}): what is sampled and freed while it is on, with both stacks and times. It
 * grows in the program's memory, so it has an end of its own, and is written once, at its end, into a file of the dumps'
 * folder that is kept like a dump. Reading whether it is on never waits.
 *
 * <p>Where jemalloc can't open the file at the end, there is never a log in that process again (5.3.0 stays in the midst of
 * writing it), and it complains on the program's standard error. So the file is there from the start, and is tried out
 * before the end. Where there is only no room to write it, it is ended all the same when its time is over or the agent
 * leaves, and is lost: the program's memory is worth more.
 */
public final class AllocationLog {

    private static final long AGAIN_NANOS = 5_000_000_000L; // 5 s

    private final Allocator allocator;
    private final DumpStore dumps;
    private final EventLog events;
    private final RunClock clock;
    private final RunTimer timer;
    private final Consumer<String> notices;
    private final ShutdownGate shutdown = new ShutdownGate();
    private boolean told;

    /** The log that is on; null for none. Changed under this object's lock. */
    private volatile @Nullable RunningLog running;

    /** The one that was on last; null where it was lost. Likewise. */
    private volatile @Nullable Dump last;

    /** Why the one that was on last was lost; null where it wasn't. Under this object's lock. */
    private @Nullable String lost;

    /**
     * Makes it; no log is begun.
     *
     * @param allocator whose log it is
     * @param dumps where it is put
     * @param events takes its beginning and end
     * @param clock measures it
     * @param timer ends it; for this alone
     * @param notices takes a line if it is lost or can't be ended, and no caller waits for an answer
     */
    public AllocationLog(
            Allocator allocator,
            DumpStore dumps,
            EventLog events,
            RunClock clock,
            RunTimer timer,
            Consumer<String> notices) {
        this.allocator = allocator;
        this.dumps = dumps;
        this.events = events;
        this.clock = clock;
        this.timer = timer;
        this.notices = notices;
    }

    /**
     * The log that is on.
     *
     * @return the log; empty where none is on that was begun here
     */
    public Optional<RunningLog> running() {
        return Optional.ofNullable(running);
    }

    /** The log that was ended last, in whatever way; empty where there is none, or none any more. */
    public Optional<Dump> last() {
        Dump ended = last;
        return ended != null && dumps.holds(ended) ? Optional.of(ended) : Optional.empty();
    }

    /** Whether there could be one in this process. */
    public boolean isAvailable() throws AllocatorException {
        return ShownControl.isProfiling(allocator) && allocator.offers(Control.PROF_LOG_START);
    }

    /**
     * Begins it; changes nothing where it is on already.
     *
     * @param length how long it goes on unless it is ended before
     * @param permit asked where one will be begun
     * @return whether it wasn't on
     * @throws AllocatorException where jemalloc refuses, or the agent has left
     * @throws IOException where the folder can't be used
     * @throws E where it may not be begun now
     */
    public synchronized <E extends Exception> boolean start(Duration length, Permit<E> permit)
            throws AllocatorException, IOException, E {
        shutdown.check("No log is begun");
        if (running != null) {
            return false;
        }
        permit.take();
        Dump reserved = dumps.reserve(DumpKind.LOG);
        RunningLog log = new RunningLog(reserved, clock.now().plus(length), clock.nanos() + length.toNanos());
        boolean begun = false;
        try {
            // Before: none is ever on without an end. What finds nothing to end does nothing.
            endLater(log.deadlineNanos());
            allocator.write(Control.PROF_LOG_START, Optional.of(reserved.file().toString()));
            begun = true;
        } catch (AllocatorException e) {
            events.record(EventKind.REFUSAL, "no log of allocations was begun: " + e.getMessage());
            throw e.kind() == AllocatorException.Kind.REFUSED ? keptElsewhere() : e;
        } finally {
            if (!begun) {
                timer.cancel();
                dumps.removeAside(reserved);
            }
        }
        running = log;
        last = null;
        lost = null;
        told = false;
        events.record(EventKind.CHANGE, "a log of allocations was begun, for " + length.toSeconds() + " seconds");
        return true;
    }

    private static AllocatorException keptElsewhere() {
        return new AllocatorException(
                AllocatorException.Kind.REFUSED,
                Control.PROF_LOG_START.name(),
                0,
                "No log is begun",
                "jemalloc keeps one already that wasn't begun here (by prof_log:true in MALLOC_CONF, or by the program), or"
                        + " couldn't write an earlier one",
                "Let it go on: jemalloc writes it as the program ends.");
    }

    /**
     * Ends it.
     *
     * @return the file; empty where none was on that was begun here
     * @throws AllocatorException where jemalloc hasn't written it to its end, now or when the last one's time was over; the log
     *     is over then, and nothing of it is kept
     * @throws IOException where the file can't be written, and the log goes on
     */
    public synchronized Optional<Dump> stop() throws AllocatorException, IOException {
        RunningLog log = running;
        if (log == null) {
            if (lost != null) {
                throw failure(lost);
            }
            return Optional.empty();
        }
        dumps.checkReserved(log.file(), true);
        return Optional.of(end(log));
    }

    /** The same whether there is room for it or not, as long as the file can be opened. */
    private void stopAnyhow(RunningLog log) throws AllocatorException, IOException {
        dumps.checkReserved(log.file(), false);
        end(log);
    }

    private Dump end(RunningLog log) throws AllocatorException, IOException {
        Dump reserved = log.file();
        @Nullable String refusal = null;
        try {
            allocator.run(Control.PROF_LOG_STOP);
        } catch (AllocatorException e) {
            // Another tool may have ended it before, and then it may be whole.
            refusal = e.why();
        }
        running = null;
        timer.cancel();
        if (!isWhole(reserved)) {
            dumps.removeAside(reserved);
            throw failure(lose("jemalloc has not written it to its end, as for want of room on the disk"
                    + (refusal == null ? "" : " (" + refusal + ")")));
        }
        Dump dump;
        try {
            dump = dumps.keepReserved(reserved);
        } catch (IOException e) {
            throw failure(lose(FileFailure.reason(e)));
        }
        last = dump;
        events.record(EventKind.CHANGE, "the log of allocations was ended: dump " + dump.id());
        return dump;
    }

    private static boolean isWhole(Dump reserved) {
        try {
            return WrittenLog.isWhole(reserved.file());
        } catch (IOException e) {
            // It can't be read, or isn't there.
            return false;
        }
    }

    private String lose(String why) {
        lost = why;
        events.record(EventKind.REFUSAL, "the log of allocations is lost: " + why);
        return why;
    }

    private static AllocatorException failure(String why) {
        return new AllocatorException(
                AllocatorException.Kind.FILE_NOT_WRITTEN,
                Control.PROF_LOG_STOP.name(),
                0,
                "The log of allocations is lost",
                why,
                "Make room on that disk, and begin another one.");
    }

    private void endLater(long deadlineNanos) {
        timer.set(deadlineNanos, this::expire);
    }

    private synchronized void expire() {
        RunningLog log = running;
        if (log == null || log.deadlineNanos() - clock.nanos() > 0) {
            return;
        }
        try {
            stopAnyhow(log);
        } catch (AllocatorException e) {
            notices.accept(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            endLater(clock.nanos() + AGAIN_NANOS);
            tellOnce(FileFailure.reason(e));
        }
    }

    private void tellOnce(String why) {
        if (!told) {
            told = true;
            String what = "the log of allocations could not be ended when its time was over: " + why;
            events.record(EventKind.REFUSAL, what);
            notices.accept(what + ". It grows in the program's memory; to end it is tried again every 5 seconds.");
        }
    }

    /**
     * Ends it for good, since the agent leaves.
     *
     * @return what went wrong, a sentence each
     */
    public synchronized List<String> leave() {
        shutdown.begin();
        List<String> failures = new ArrayList<>();
        RunningLog log = running;
        if (log == null) {
            return failures;
        }
        try {
            stopAnyhow(log);
        } catch (AllocatorException e) {
            failures.add(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            timer.cancel();
            failures.add("the log of allocations goes on: " + FileFailure.reason(e)
                    + ". jemalloc tries to write it as the program ends.");
        }
        return failures;
    }

    /** Ends nothing any more. */
    public void close() {
        timer.cancel();
    }
}
