package io.jemscope.httpd;

import java.util.function.LongSupplier;

/**
 * How many bytes of the program's Java heap are free. What no collection has taken away yet counts as used: rather too
 * little is told than too much.
 */
final class FreeHeap implements LongSupplier {

    /** Of the heap, and at most: what counts as free and can't be had, such as the space that survivors are copied to. */
    private static final long UNUSABLE_SHARE = 16;

    private static final long MOST_UNUSABLE = 16 << 20;

    @Override
    public long getAsLong() {
        Runtime runtime = Runtime.getRuntime();
        long most = runtime.maxMemory();
        long unusable = Math.min(most / UNUSABLE_SHARE, MOST_UNUSABLE);
        return most - (runtime.totalMemory() - runtime.freeMemory()) - unusable;
    }
}
