package io.jemscope.profile;

/** The errors of {@link SampleRate} for many samples: remembers the results of block sizes. Not safe for several threads. */
public final class SampleErrors {

    private final SizeTable variances;

    public SampleErrors(SampleRate rate) {
        variances = new SizeTable(rate::variancePerByte);
    }

    /**
     * The variance of scaled bytes, see {@link SampleRate#estimateBytes}: so much for each byte. It is also what one sample adds
     * to the bytes, which determines the asymmetry of their error ({@link Estimate#weight}).
     *
     * @param blockBytes the blocks' size, see {@link Amount#blockBytes}
     * @return the variance divided by the bytes; NaN if the rate isn't known
     */
    public double variancePerByte(double blockBytes) {
        return variances.of(blockBytes);
    }
}
