package io.jemscope.profile;

/** {@link SampleRate#scale} for many records: remembers the factors of block sizes. Not safe for several threads. */
public final class SampleScale {

    private final SampleRate rate;
    private final SizeTable factors;

    public SampleScale(SampleRate rate) {
        this.rate = rate;
        this.factors = new SizeTable(rate::factor);
    }

    /** See {@link SampleRate#scale}. */
    public Amount scale(long sampledObjects, long sampledBytes) {
        if (sampledObjects <= 0 || sampledBytes <= 0) {
            return Amount.NONE;
        }
        return rate.scaled(sampledObjects, sampledBytes, factor((double) sampledBytes / sampledObjects));
    }

    /** See {@link SampleRate#factor}. */
    public double factor(double objectBytes) {
        return factors.of(objectBytes);
    }
}
