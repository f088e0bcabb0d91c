package io.jemscope.profile;

/** One of the figures that a sample carries. */
public enum SampleType {
    /** Bytes still held. */
    LIVE_BYTES("bytes"),
    /** Objects still held. */
    LIVE_OBJECTS("count"),
    /** All bytes allocated, freed or not. */
    ACCUMULATED_BYTES("bytes"),
    /** All objects allocated, freed or not. */
    ACCUMULATED_OBJECTS("count");

    private final String unit;

    SampleType(String unit) {
        this.unit = unit;
    }

    /** The same unit, of everything ever allocated. */
    public SampleType accumulated() {
        return isBytes() ? ACCUMULATED_BYTES : ACCUMULATED_OBJECTS;
    }

    /**
     * The figure of one sample.
     *
     * @return its figure in {@link #unit()}, scaled and with its fraction
     */
    public double of(Sample sample) {
        return of(sample.live(), sample.accumulated());
    }

    /**
     * The figure of one sample, without making it.
     *
     * @param index the sample's index
     * @return its figure in {@link #unit()}, scaled and with its fraction
     */
    public double of(Samples samples, int index) {
        return switch (this) {
            case LIVE_BYTES -> samples.liveBytes(index);
            case LIVE_OBJECTS -> samples.liveObjects(index);
            case ACCUMULATED_BYTES -> samples.accumulatedBytes(index);
            case ACCUMULATED_OBJECTS -> samples.accumulatedObjects(index);
        };
    }

    /**
     * The figure of a live and an accumulated amount.
     *
     * @param live what is still held
     * @param accumulated all memory allocated, freed or not
     * @return the figure in {@link #unit()}, scaled and with its fraction
     */
    public double of(Amount live, Amount accumulated) {
        return switch (this) {
            case LIVE_BYTES -> live.bytes();
            case LIVE_OBJECTS -> live.objects();
            case ACCUMULATED_BYTES -> accumulated.bytes();
            case ACCUMULATED_OBJECTS -> accumulated.objects();
        };
    }

    /**
     * What of a sample the figure belongs to.
     *
     * @return the live or the accumulated amount
     */
    public Amount amount(Sample sample) {
        return isAccumulated() ? sample.accumulated() : sample.live();
    }

    /**
     * The figure of an amount from {@link #amount}, or of a sum of such amounts.
     *
     * @return its figure in {@link #unit()}, scaled and with its fraction
     */
    public double figure(Amount amount) {
        return isBytes() ? amount.bytes() : amount.objects();
    }

    /**
     * Whether freed memory counts.
     *
     * @return whether it does; else what is still held
     */
    public boolean isAccumulated() {
        return this == ACCUMULATED_BYTES || this == ACCUMULATED_OBJECTS;
    }

    /**
     * Whether bytes are counted.
     *
     * @return whether they are; else objects
     */
    public boolean isBytes() {
        return this == LIVE_BYTES || this == ACCUMULATED_BYTES;
    }

    /**
     * The figure's unit, as pprof names it.
     *
     * @return {@code bytes} or {@code count}
     */
    public String unit() {
        return unit;
    }
}
