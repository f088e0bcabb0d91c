package io.jemscope.agent.history;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.rss.LedgerReader;
import io.jemscope.agent.rss.MemoryStatistics;
import io.jemscope.agent.rss.ProcessStatus;
import io.jemscope.agent.threads.ThreadCosts;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.profile.Profile;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a snapshot of this process is made of. For one thread. */
final class SnapshotSource {

    /** 60 ms of processor time a minute are 0.1 % of a core. */
    private static final long LEDGER_SHARE_NANOS = 60_000_000;

    /** 0.33 % of a core. */
    private static final long PROFILE_SHARE_NANOS = 200_000_000;

    final String program;
    final long pid;
    private final Allocator allocator;
    private final DumpStore dumps;
    private final boolean largeLedger;
    private final CostShare ledgers = new CostShare(LEDGER_SHARE_NANOS);
    private final CostShare profiles = new CostShare(PROFILE_SHARE_NANOS);

    private @Nullable MemoryStatistics statistics;
    private @Nullable LedgerReader ledger;
    private @Nullable ProfileTaker taker;

    SnapshotSource(String program, long pid, Allocator allocator, DumpStore dumps, boolean largeLedger) {
        this.program = program;
        this.pid = pid;
        this.allocator = allocator;
        this.dumps = dumps;
        this.largeLedger = largeLedger;
    }

    /** Adds the statistics of this moment: the cheap ones always, the ledger's rows where they don't cost too much. */
    void addStatistics(Map<String, Double> figures) throws IOException {
        MemoryStatistics reader = statistics;
        if (reader == null) {
            reader = new MemoryStatistics(allocator, dumps);
            statistics = reader;
        }
        reader.addTo(figures);
        // While the kernel counts the pages of a large mapping, the program can't map memory or start a thread.
        if (ledgers.isDue() && (largeLedger || !ProcessStatus.own().isLarge())) {
            long before = ThreadCosts.ownNanos();
            LedgerReader rows = ledger;
            if (rows == null) {
                rows = LedgerReader.withoutWaiting(allocator, dumps);
                ledger = rows;
            }
            try {
                rows.addRowsTo(figures);
            } catch (IOException e) {
                // The other statistics are worth a snapshot without them.
            }
            ledgers.cost(ThreadCosts.ownNanos() - before);
        }
    }

    /** The profile of this moment; null if there is none, or it isn't its turn. */
    @Nullable
    Profile profile() {
        if (!profiles.isDue()) {
            return null;
        }
        ProfileTaker profiler = taker;
        if (profiler == null) {
            profiler = new ProfileTaker(allocator, dumps);
            taker = profiler;
        }
        long before = ThreadCosts.ownNanos();
        try {
            return profiler.take();
        } catch (AllocatorException | IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
            // The statistics are worth a snapshot without it, above all where memory or the disk is short.
            return null;
        } finally {
            // Also if there is none in the end: a dump may have been written for nothing.
            profiles.cost(ThreadCosts.ownNanos() - before);
        }
    }

    /** How long the dump of the last profile was. */
    long dumpBytes() {
        return taker == null ? 0 : taker.dumpBytes();
    }

    /** Counts what a profile has cost, from taking to storing it. */
    void costOfProfile(long nanos) {
        profiles.cost(nanos);
    }
}
