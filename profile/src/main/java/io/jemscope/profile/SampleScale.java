package io.jemscope.profile;

/** The same amounts as {@link SampleRate#scale} gives, for many raw records. Not safe for several threads. */
public final class SampleScale {

    private final SampleRate rate;
    private final SizeTable factors;

    /**
     * Begins without any.
     *
     * @param rate how densely was sampled
     */
    public SampleScale(SampleRate rate) {
        this.rate = rate;
        this.factors = new SizeTable(rate::factor);
    }

    /**
     * Turns one raw record of a dump into what it stands for, see {@link SampleRate#scale}.
     *
     * @param sampledObjects how many sampled objects the line counts; at least 0
     * @param sampledBytes how many bytes these take; at least 0
     * @return the estimated amount; {@link Amount#NONE} where there are no objects or no bytes
     */
    public Amount scale(long sampledObjects, long sampledBytes) {
        if (sampledObjects <= 0 || sampledBytes <= 0) {
            return Amount.NONE;
        }
        return rate.scaled(sampledObjects, sampledBytes, factors.of((double) sampledBytes / sampledObjects));
    }
}
