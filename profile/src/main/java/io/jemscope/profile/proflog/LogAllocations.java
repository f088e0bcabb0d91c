package io.jemscope.profile.proflog;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** A log's allocations, counted by stack, thread, size, and whether they were freed. */
final class LogAllocations {

    private static final int MOST_KINDS = 1 << 22;

    /** {@link LogStacks} refuses more traces or threads. */
    private static final long LARGEST_INDEX = Integer.MAX_VALUE;

    private final LogJson json;
    private final Map<Kind, long[]> counts = new LinkedHashMap<>();
    private long count;
    private boolean live;

    LogAllocations(LogJson json) {
        this.json = json;
    }

    /**
     * Allocations that are alike.
     *
     * @param trace the number of their stack
     * @param thread the number of their thread
     * @param bytes the size of one, by its size class
     */
    record Kind(int trace, int thread, long bytes, boolean freed) {}

    void read() throws IOException {
        json.beginArray();
        while (json.nextElement()) {
            readOne();
        }
    }

    private void readOne() throws IOException {
        long trace = -1;
        long thread = -1;
        long bytes = -1;
        long freed = 0;
        json.beginObject();
        for (String fact = json.nextName(); !fact.isEmpty(); fact = json.nextName()) {
            switch (fact) {
                case "alloc_trace" -> trace = json.wholeNumber();
                case "alloc_thread" -> thread = json.wholeNumber();
                case "usize" -> bytes = json.wholeNumber();
                case "free_timestamp" -> freed = json.wholeNumber();
                default -> json.skip();
            }
        }
        if (trace < 0 || trace > LARGEST_INDEX || thread < 0 || thread > LARGEST_INDEX || bytes < 0) {
            throw json.fail("an allocation lacks its 'alloc_trace', 'alloc_thread' or 'usize'");
        }
        counts.computeIfAbsent(new Kind((int) trace, (int) thread, bytes, freed != 0), kind -> new long[1])[0]++;
        if (counts.size() > MOST_KINDS) {
            throw json.fail("there are more than " + MOST_KINDS + " kinds of allocations");
        }
        count++;
        live |= freed == 0;
    }

    /** The number of allocations of each kind. */
    Map<Kind, long[]> counts() {
        return counts;
    }

    long count() {
        return count;
    }

    /** Whether one of them wasn't freed. */
    boolean hasLive() {
        return live;
    }
}
