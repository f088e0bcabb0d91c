package io.jemscope.agent.history;

/**
 * Keeps a part of the snapshots below its share of processor time: after one that has cost n times the share, n snapshots go without it. For one
 * thread.
 */
final class CostShare {

    /** However much one has cost, it is tried again after a day. */
    private static final long MOST_SKIPPED = 1_440;

    private final long shareNanos;
    private long toSkip;

    /** With so much processor time for each snapshot, on average. */
    CostShare(long shareNanos) {
        this.shareNanos = shareNanos;
    }

    /** Whether this snapshot has the part; call it once for each. */
    boolean isDue() {
        if (toSkip > 0) {
            toSkip--;
            return false;
        }
        return true;
    }

    /** Counts what the part has cost now. */
    void cost(long nanos) {
        toSkip = Math.min(MOST_SKIPPED, nanos / shareNanos);
    }
}
