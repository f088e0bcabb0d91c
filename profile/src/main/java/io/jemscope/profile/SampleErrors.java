package io.jemscope.profile;

/** The same errors as {@link SampleRate} tells, for the figures of many samples. Not safe for several threads. */
public final class SampleErrors {

    private final SampleRate rate;
    private final SizeFactors factors;

    /**
     * Begins without any.
     *
     * @param rate how densely was sampled
     */
    public SampleErrors(SampleRate rate) {
        this.rate = rate;
        this.factors = new SizeFactors(rate);
    }

    /**
     * How many samples a scaled amount rests on, see {@link SampleRate#samples}.
     *
     * @param objects the amount's objects
     * @param bytes the amount's bytes
     * @return the number of sampled objects
     */
    public double samples(double objects, double bytes) {
        return SampleRate.isNothing(objects, bytes) ? 0 : rate.samples(objects, factors.of(bytes / objects));
    }

    /**
     * The standard error of a scaled amount's bytes, see {@link SampleRate#estimateBytes}.
     *
     * @param objects the amount's objects
     * @param bytes the amount's bytes
     * @return the standard error in bytes, which is NaN where the rate isn't known
     */
    public double ofBytes(double objects, double bytes) {
        if (SampleRate.isNothing(objects, bytes)) {
            return 0;
        }
        double size = bytes / objects;
        return rate.errorOfBytes(objects, size, factors.of(size));
    }
}
