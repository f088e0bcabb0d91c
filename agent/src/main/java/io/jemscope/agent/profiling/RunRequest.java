package io.jemscope.agent.profiling;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The parameters of a run.
 *
 * @param length how long it goes on, {@link #SHORTEST} to {@link #LONGEST}; empty for until it is stopped
 * @param label what its caller calls it, up to {@link #LABEL_CHARACTERS} characters
 * @param sampleBytes the mean distance between two samples, a power of two, {@link #LEAST_SAMPLE_BYTES} to
 *     {@link #MOST_SAMPLE_BYTES}; empty for
 *     the one that is set
 * @param discard whether the samples taken so far may be thrown away, which setting a distance does, for everybody
 * @param baseline whether to dump at the start, so that reports can tell what came after
 */
public record RunRequest(
        Optional<Duration> length,
        Optional<String> label,
        OptionalLong sampleBytes,
        boolean discard,
        boolean baseline) {

    /** The least length. */
    public static final Duration SHORTEST = Duration.ofSeconds(1);

    /** The greatest length. */
    public static final Duration LONGEST = Duration.ofHours(24);

    /** How long a label may be. */
    public static final int LABEL_CHARACTERS = 100;

    /** The least distance between samples: 1 KiB. */
    public static final long LEAST_SAMPLE_BYTES = 1L << 10;

    /**
     * The least distance that costs the program little: 64 KiB. jemalloc 5.3.0 gives each small block that it samples one of
     * 16 KiB (its {@code SC_LARGE_MINCLASS}, four pages), and a page of address space between: of a heap of small blocks
     * that is a quarter more memory at this distance, as much again at 16 KiB, and sixteen times as much at 1 KiB.
     */
    public static final long DENSE_SAMPLE_BYTES = 64L << 10;

    /** The greatest distance between samples: 1 TiB. */
    public static final long MOST_SAMPLE_BYTES = 1L << 40;

    /**
     * Checks the request.
     *
     * @param length how long
     * @param sampleBytes the distance between samples
     * @param discard whether samples may be thrown away
     * @param baseline whether to dump at the start
     * @throws IllegalArgumentException with half a sentence that says what is wrong
     */
    public RunRequest {
        if (length.isPresent()
                && (length.get().compareTo(SHORTEST) < 0 || length.get().compareTo(LONGEST) > 0)) {
            throw new IllegalArgumentException("a run takes from 1 second to 24 hours");
        }
        if (label.isPresent() && label.get().length() > LABEL_CHARACTERS) {
            throw new IllegalArgumentException("a label has up to " + LABEL_CHARACTERS + " characters");
        }
        if (sampleBytes.isPresent()) {
            long bytes = sampleBytes.getAsLong();
            if (bytes < LEAST_SAMPLE_BYTES || bytes > MOST_SAMPLE_BYTES || Long.bitCount(bytes) != 1) {
                throw new IllegalArgumentException("the distance between samples is a power of two, from "
                        + LEAST_SAMPLE_BYTES + " to " + MOST_SAMPLE_BYTES + " bytes");
            }
            if (!discard) {
                throw new IllegalArgumentException(
                        "to set the distance between samples throws away all that were taken, and that wasn't allowed");
            }
        }
    }

    /**
     * A run at the rate that is set, with a baseline.
     *
     * @param length how long
     */
    public static RunRequest of(Duration length) {
        return new RunRequest(Optional.of(length), Optional.empty(), OptionalLong.empty(), false, true);
    }

    /**
     * Refuses a rate that costs the program noticeable memory, unless the caller confirmed it.
     *
     * @param dense whether the caller confirmed it
     * @throws IllegalArgumentException with half a sentence that says what is wrong
     */
    public RunRequest allowing(boolean dense) {
        if (!dense && sampleBytes.isPresent() && sampleBytes.getAsLong() < DENSE_SAMPLE_BYTES) {
            throw new IllegalArgumentException("below " + DENSE_SAMPLE_BYTES + " bytes the samples themselves cost the"
                    + " program memory, up to 16384 bytes for every " + sampleBytes.getAsLong()
                    + " allocated in small blocks, and that wasn't allowed");
        }
        return this;
    }
}
