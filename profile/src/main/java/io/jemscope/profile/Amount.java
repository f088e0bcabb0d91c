package io.jemscope.profile;

/**
 * An amount of memory, estimated from samples: how many objects, and how many bytes they take in the allocator's size
 * classes. Fractions are kept, since scaling yields them; they are rounded only when a figure is printed. Only the
 * difference of two profiles has negative amounts.
 *
 * @param objects how many blocks; at least 0 in a profile that was measured
 * @param bytes how many bytes; at least 0 in a profile that was measured
 * @param blockBytes the size of a block, by which the error is judged: the size class where all blocks have one, else about
 *     their mean size. It differs from bytes / objects where those are rounded, as jemalloc and pprof files do
 */
public record Amount(double objects, double bytes, double blockBytes) {

    /** No memory at all. */
    public static final Amount NONE = new Amount(0, 0);

    /**
     * An amount of which nothing is known but the sums.
     *
     * @param objects how many blocks
     * @param bytes how many bytes
     */
    public Amount(double objects, double bytes) {
        this(objects, bytes, mean(objects, bytes));
    }

    private static double mean(double objects, double bytes) {
        return objects == 0 ? 0 : bytes / objects;
    }

    /**
     * Adds two amounts that are scaled already. Raw figures of jemalloc must be scaled first, see {@link SampleRate}.
     *
     * @param other what to add
     * @return the sum
     */
    public Amount plus(Amount other) {
        if (isNone()) {
            return other;
        }
        if (other.isNone()) {
            return this;
        }
        double sumObjects = objects + other.objects;
        double sumBytes = bytes + other.bytes;
        if (blockBytes == other.blockBytes) {
            return new Amount(sumObjects, sumBytes, blockBytes);
        }
        return new Amount(sumObjects, sumBytes);
    }

    /**
     * The same blocks in other numbers, such as a thread's share of them.
     *
     * @param objectFactor what to multiply the objects by
     * @param byteFactor what to multiply the bytes by
     */
    public Amount times(double objectFactor, double byteFactor) {
        return new Amount(objects * objectFactor, bytes * byteFactor, blockBytes);
    }

    /**
     * Whether the amount is zero.
     *
     * @return whether there are neither objects nor bytes
     */
    public boolean isNone() {
        return objects == 0 && bytes == 0;
    }

    /**
     * Whether the amount is negative, which only the difference of two profiles can be.
     *
     * @return whether objects or bytes are below 0
     */
    public boolean isNegative() {
        return objects < 0 || bytes < 0;
    }

    /**
     * The mean size of an object.
     *
     * @return bytes an object; 0 if there are no objects
     */
    public double meanBytes() {
        return mean(objects, bytes);
    }
}
