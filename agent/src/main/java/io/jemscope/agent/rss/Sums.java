package io.jemscope.agent.rss;

/** Sums of bytes that stay below what any machine has, whatever is added to them. */
public final class Sums {

    /** More than there are addresses: 2^60. */
    static final long MOST = 1L << 60;

    private Sums() {}

    /** The sum of two numbers from 0 to {@link #MOST}, itself {@link #MOST} at most. */
    public static long plus(long one, long other) {
        return Math.min(MOST, one + other);
    }
}
