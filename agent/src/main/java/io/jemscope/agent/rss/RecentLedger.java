package io.jemscope.agent.rss;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.allocator.Allocator;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The ledger for readers that come again and again, such as a scraper. A reading is reused for {@link #REUSED}, and for a hundred times
 * as long as it took, so that readings take at most a hundredth of the time, however many readers there are. It leaves out what may
 * wait or takes long: Native Memory Tracking isn't queried, and no dump is read. Safe for use by several threads, which never wait
 * for each other.
 */
public final class RecentLedger {

    /** How long a reading is reused at least. */
    public static final Duration REUSED = Duration.ofSeconds(10);

    private static final int TIMES = 100;

    /** Reads a ledger. */
    interface Source {

        /** Reads it, or returns null where this process may not be read. */
        @Nullable
        Ledger read() throws IOException;
    }

    private final Source source;
    private final AtomicBoolean reading = new AtomicBoolean();
    private volatile @Nullable Kept kept;

    /** What the last reading found, which may be nothing. */
    private record Kept(@Nullable LedgerSums sums, long dueNanos) {}

    /**
     * Begins without a reading.
     *
     * @param large whether to read a {@linkplain ProcessStatus#isLarge() large} process, too
     */
    public RecentLedger(Allocator allocator, DumpStore dumps, boolean large) {
        this(new OwnLedger(LedgerReader.withoutWaiting(allocator, dumps), large));
    }

    RecentLedger(Source source) {
        this.source = source;
    }

    /**
     * The rows.
     *
     * @return null if the process is large, if the kernel's files can't be read, or if the first reading isn't done
     */
    public @Nullable LedgerSums read() {
        Kept last = kept;
        long begin = System.nanoTime();
        if (last != null && begin - last.dueNanos() < 0) {
            return last.sums();
        }
        if (!reading.compareAndSet(false, true)) {
            return last == null ? null : last.sums();
        }
        try {
            LedgerSums sums = readNow();
            long end = System.nanoTime();
            kept = new Kept(sums, end + reusedNanos(end - begin));
            return sums;
        } finally {
            reading.set(false);
        }
    }

    /** How long to reuse what took so long. */
    static long reusedNanos(long tookNanos) {
        return Math.max(REUSED.toNanos(), TIMES * tookNanos);
    }

    private @Nullable LedgerSums readNow() {
        try {
            Ledger ledger = source.read();
            return ledger == null ? null : LedgerSums.of(ledger);
        } catch (IOException e) {
            return null;
        }
    }

    private record OwnLedger(LedgerReader reader, boolean large) implements Source {
        @Override
        public @Nullable Ledger read() throws IOException {
            return large || !ProcessStatus.own().isLarge() ? reader.read() : null;
        }
    }
}
