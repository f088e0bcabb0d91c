package io.jemscope.profile.pprof;

import io.jemscope.profile.Amount;
import io.jemscope.profile.SampleRate;

/**
 * The size of a sample's blocks ({@link Amount#blockBytes}) in a pprof file. Errors depend on it, and it can't be derived from
 * values that are rounded to whole objects, so it stands in a numeric label beside them. Other readers show such labels as tags.
 */
final class BlockBytes {

    /** The label's key for memory in use. */
    static final String LIVE = "block_bytes";

    /** The label's key for all memory allocated. */
    static final String ACCUMULATED = "alloc_block_bytes";

    private BlockBytes() {}

    /** The label's value; 0 if the sample's values have the same mean. */
    static long written(Amount amount, long objects, long bytes) {
        double size = amount.blockBytes();
        if (bytes == 0
                || !(size > 0)
                || size > Long.MAX_VALUE
                || new Amount((double) objects, (double) bytes).blockBytes() == size) {
            return 0;
        }
        long whole = Math.max(1, Math.round(size));
        // A mean of several sizes must not become the size of them all by being rounded.
        return whole != size && SampleRate.isSizeClass((double) whole) ? whole + 1 : whole;
    }

    /** The amount with the size from a label; 0 without one. */
    static Amount read(Amount amount, long size) {
        return size > 0 && amount.bytes() != 0 ? new Amount(amount.objects(), amount.bytes(), (double) size) : amount;
    }
}
