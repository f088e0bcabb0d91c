package io.jemscope.testkit.demo;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Results of searches, kept outside the Java heap. Not a leak: when the cache is full, new results overwrite the oldest. */
final class SearchResults {

    private static final int RESULT_BYTES = 65_101;

    private final List<ByteBuffer> cached = new ArrayList<>();
    private final int most;

    /**
     * Makes an empty cache.
     *
     * @param most how many results it keeps; 0 for none
     */
    SearchResults(int most) {
        this.most = most;
    }

    /** Caches the result of a search. */
    synchronized void add(int search) {
        if (cached.size() < most) {
            cached.add(ByteBuffer.allocateDirect(RESULT_BYTES));
        }
        if (most > 0) {
            cached.get(search % cached.size()).putInt(0, search);
        }
    }
}
