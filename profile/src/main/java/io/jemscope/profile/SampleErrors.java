package io.jemscope.profile;

/** The same errors as {@link SampleRate} gives, for the figures of many samples. Not safe for several threads. */
public final class SampleErrors {

    private final SizeTable variances;

    /**
     * Begins without any.
     *
     * @param rate how densely was sampled
     */
    public SampleErrors(SampleRate rate) {
        variances = new SizeTable(rate::variancePerByte);
    }

    /**
     * The variance of scaled bytes, see {@link SampleRate#estimateBytes}: so much for each byte. It is also what one sample adds
     * to the bytes, which tells how lopsided their error is ({@link Estimate#weight}).
     *
     * @param blockBytes the blocks' size, see {@link Amount#blockBytes}
     * @return the variance divided by the bytes; NaN where the rate isn't known
     */
    public double variancePerByte(double blockBytes) {
        return variances.of(blockBytes);
    }
}
