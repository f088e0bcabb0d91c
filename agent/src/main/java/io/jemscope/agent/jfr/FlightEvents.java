package io.jemscope.agent.jfr;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpListener;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.history.OwnVerdict;
import io.jemscope.agent.jemalloc.CurrentMemory;
import io.jemscope.agent.rss.LedgerSums;
import io.jemscope.agent.rss.ProcessStatus;
import io.jemscope.agent.rss.RecentLedger;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import io.jemscope.allocator.MemorySummary;
import io.jemscope.report.verdict.Finding;
import io.jemscope.report.verdict.ProcessVerdict;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/**
 * Adds Jemscope's events to flight recordings. Until the JVM has its first recording only this listener exists, because to register
 * an event initialises the recorder. A runtime need not have the module: then using this class is a {@link LinkageError}.
 */
public final class FlightEvents implements FlightRecorderListener, Closeable {

    /** Hundreds of sites may leak. */
    private static final int MOST_FINDINGS = 20;

    private final Allocator allocator;
    private final CurrentMemory memory;
    private final DumpStore dumps;
    private final RecentLedger ledger;
    private final OwnVerdict verdict;
    private final Runnable statistics = new Runnable() {
        @Override
        public void run() {
            commitStatistics();
        }
    };
    private final Runnable rows = new Runnable() {
        @Override
        public void run() {
            commitRows();
        }
    };
    private final Runnable findings = new Runnable() {
        @Override
        public void run() {
            commitFindings();
        }
    };
    private boolean registered;
    private boolean closed;

    private FlightEvents(Allocator allocator, DumpStore dumps, RecentLedger ledger, OwnVerdict verdict) {
        this.allocator = allocator;
        this.memory = new CurrentMemory(allocator, dumps);
        this.dumps = dumps;
        this.ledger = ledger;
        this.verdict = verdict;
    }

    /** Waits for the first recording without a thread; a recording that is on gets the events from now on. */
    public static FlightEvents start(Allocator allocator, DumpStore dumps, RecentLedger ledger, OwnVerdict verdict) {
        FlightEvents events = new FlightEvents(allocator, dumps, ledger, verdict);
        FlightRecorder.addListener(events);
        return events;
    }

    /** Called with the recorder's own locks held. */
    @Override
    public synchronized void recorderInitialized(FlightRecorder recorder) {
        if (closed) {
            return;
        }
        registered = true;
        for (Class<? extends Event> type : types()) {
            FlightRecorder.register(type);
        }
        FlightRecorder.addPeriodicEvent(StatisticsEvent.class, statistics);
        FlightRecorder.addPeriodicEvent(MemoryLedgerEvent.class, rows);
        FlightRecorder.addPeriodicEvent(VerdictEvent.class, findings);
        dumps.listen(new Dumps());
    }

    /** Takes the events out. What recordings have stays in them. */
    @Override
    public void close() {
        // Without our lock: the recorder calls with its own held.
        FlightRecorder.removeListener(this);
        synchronized (this) {
            closed = true;
            if (!registered) {
                return;
            }
        }
        dumps.listen(DumpListener.NONE);
        FlightRecorder.removePeriodicEvent(statistics);
        FlightRecorder.removePeriodicEvent(rows);
        FlightRecorder.removePeriodicEvent(findings);
        for (Class<? extends Event> type : types()) {
            FlightRecorder.unregister(type);
        }
    }

    /** Not a constant: the classes aren't loaded before there is a recording. */
    private static List<Class<? extends Event>> types() {
        return List.of(StatisticsEvent.class, MemoryLedgerEvent.class, VerdictEvent.class, HeapDumpEvent.class);
    }

    private void commitStatistics() {
        StatisticsEvent event = new StatisticsEvent();
        try {
            ProcessStatus status = ProcessStatus.own();
            event.resident = status.residentBytes();
            event.swapped = status.swappedBytes();
        } catch (IOException e) {
            // The event says that it isn't known.
        }
        Optional<MemorySummary> read = memory.read();
        if (read.isPresent()) {
            event.allocated = read.get().allocatedBytes();
            event.active = read.get().activeBytes();
            event.metadata = read.get().metadataBytes();
            event.allocatorResident = read.get().residentBytes();
            event.retained = read.get().retainedBytes();
        } else {
            memory.glibc().ifPresent(glibc -> event.allocated = glibc.heldBytes());
        }
        event.profilingActive = isActive();
        event.commit();
    }

    private boolean isActive() {
        try {
            return allocator.find(Control.PROF_ACTIVE).orElse(false);
        } catch (AllocatorException e) {
            return false;
        }
    }

    private void commitRows() {
        LedgerSums sums = ledger.read();
        if (sums == null) {
            return;
        }
        for (LedgerSums.Row row : sums.rows()) {
            commit(sums, row.name(), row.residentBytes(), row.bound());
        }
        commit(sums, "remainder", sums.remainderBytes(), "exact");
    }

    private static void commit(LedgerSums sums, String row, long residentBytes, String bound) {
        MemoryLedgerEvent event = new MemoryLedgerEvent();
        event.row = row;
        event.resident = residentBytes;
        event.bound = bound;
        event.readAt = sums.time().toEpochMilli();
        event.commit();
    }

    private void commitFindings() {
        ProcessVerdict last = verdict.last();
        if (last == null) {
            return;
        }
        if (last.findings().isEmpty()) {
            event(last).commit();
        }
        for (int i = 0; i < Math.min(MOST_FINDINGS, last.findings().size()); i++) {
            Finding finding = last.findings().get(i);
            VerdictEvent event = event(last);
            event.kind = finding.kind().word();
            event.size = Math.round(finding.bytes());
            event.hourlyGrowth = Double.isNaN(finding.perHour()) ? Long.MIN_VALUE : Math.round(finding.perHour());
            event.evidence = finding.evidence();
            event.commit();
        }
    }

    private static VerdictEvent event(ProcessVerdict last) {
        VerdictEvent event = new VerdictEvent();
        event.judgedAt = last.now().time().toEpochMilli();
        return event;
    }

    private static final class Dumps implements DumpListener {
        @Override
        public Begun begins() {
            HeapDumpEvent event = new HeapDumpEvent();
            event.begin();
            return new Begun() {
                @Override
                public void made(Dump dump, boolean kept) {
                    event.end();
                    event.path = kept ? dump.file().toString() : null;
                    event.size = dump.bytes();
                    event.reason = dump.kind().word();
                    event.commit();
                }
            };
        }
    }
}
