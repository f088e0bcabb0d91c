package io.jemscope.profile;

/**
 * An amount of memory, estimated from samples: how many objects, and how many bytes they take in the allocator's size
 * classes. Fractions are kept, since scaling yields them; they are rounded only when a figure is printed. Only the
 * difference of two profiles has negative amounts.
 *
 * @param objects how many blocks; at least 0 in a profile that was measured
 * @param bytes how many bytes; at least 0 in a profile that was measured
 */
public record Amount(double objects, double bytes) {

    /** No memory at all. */
    public static final Amount NONE = new Amount(0, 0);

    /**
     * Adds two amounts that are scaled already. Raw figures of jemalloc must be scaled first, see {@link SampleRate}.
     *
     * @param other what to add
     * @return the sum
     */
    public Amount plus(Amount other) {
        return new Amount(objects + other.objects, bytes + other.bytes);
    }

    /**
     * Says whether there is nothing in it.
     *
     * @return whether there are neither objects nor bytes
     */
    public boolean isNone() {
        return objects == 0 && bytes == 0;
    }

    /**
     * Says whether there is less of something, as only the difference of two profiles has it.
     *
     * @return whether objects or bytes are below 0
     */
    public boolean isNegative() {
        return objects < 0 || bytes < 0;
    }

    /**
     * The mean size of an object.
     *
     * @return bytes an object; 0 where there are no objects
     */
    public double meanBytes() {
        return objects == 0 ? 0 : bytes / objects;
    }
}
