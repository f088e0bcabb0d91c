package io.jemscope.agent.history;

import io.jemscope.agent.dumps.DumpFolder;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.dumps.PrivateFolder;
import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.EventLog;
import io.jemscope.allocator.Allocator;
import java.io.IOException;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Takes a snapshot from time to time, on a thread of its own, the first one an interval after the start: short programs leave no history.
 * A snapshot that fails is left out; the events tell of the first in a row.
 */
public final class HistoryRecorder implements AutoCloseable {

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** With less free Java heap, the program needs it more. */
    private static final long LEAST_HEAP_BYTES = 4 << 20;

    private final HistoryLimits limits;
    private final DumpFolder folder;
    private final ThreadFactory threads;
    private final EventLog events;
    private final SnapshotSource source;
    private final OwnVerdict verdict;
    private final Runnable profiled;

    private boolean closed;

    /** Whether the last snapshot failed. For the recorder's thread. */
    private boolean failed;

    /**
     * Makes it; no thread is started yet, and nothing of a history is loaded.
     *
     * @param threads makes its thread; it must be a daemon
     * @param verdict learns of each new profile
     * @param profiled has it made anew then; must not block
     */
    public HistoryRecorder(
            HistoryLimits limits,
            DumpFolder folder,
            String program,
            long pid,
            Allocator allocator,
            DumpStore dumps,
            ThreadFactory threads,
            EventLog events,
            OwnVerdict verdict,
            Runnable profiled) {
        this.verdict = verdict;
        this.profiled = profiled;
        this.limits = limits;
        this.folder = folder;
        this.threads = threads;
        this.events = events;
        this.source = new SnapshotSource(program, pid, allocator, dumps, limits.largeLedger());
    }

    /** Begins; the first snapshot comes an interval later. */
    public void start() {
        threads.newThread(new Runnable() {
                    @Override
                    public void run() {
                        record();
                    }
                })
                .start();
    }

    private void record() {
        Recording recording = null;
        long everyNanos = limits.every().toNanos();
        long due = System.nanoTime() + everyNanos;
        while (awaitTime(due)) {
            recording = take(recording);
            // What the machine's sleep or a slow disk has made late isn't made up for.
            due = Math.max(due + everyNanos, System.nanoTime());
        }
    }

    private @Nullable Recording take(@Nullable Recording known) {
        if (FreeHeap.bytes() < LEAST_HEAP_BYTES) {
            return known;
        }
        Recording recording = known;
        try {
            PrivateFolder.ensure(folder.root());
            PrivateFolder.ensure(folder.history());
            recording = recording == null
                    ? new Recording(folder.history(), limits, source, events, verdict, profiled)
                    : recording;
            recording.take();
            failed = false;
        } catch (IOException e) {
            failed(e);
        } catch (RuntimeException | LinkageError | OutOfMemoryError | StackOverflowError e) {
            // The next one may go well: the program's heap was full, or its runtime lacks a module.
            failed(e);
        }
        return recording;
    }

    private void failed(Throwable e) {
        if (!failed) {
            failed = true;
            String why = e.getMessage();
            events.record(
                    EventKind.REFUSAL,
                    "no snapshot was added to the history: "
                            + (why == null ? e.getClass().getName() : why));
        }
    }

    /** True where the time has come, false once it is closed. */
    private synchronized boolean awaitTime(long due) {
        long left = due - System.nanoTime();
        while (!closed && left > 0) {
            try {
                wait(left / NANOS_PER_MILLI + 1);
            } catch (InterruptedException e) {
                // A program that interrupts every thread it finds doesn't mean ours.
            }
            left = due - System.nanoTime();
        }
        return !closed;
    }

    /** Ends it, after the snapshot that is being taken. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
