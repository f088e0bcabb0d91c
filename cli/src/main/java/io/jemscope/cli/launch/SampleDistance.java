package io.jemscope.cli.launch;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.report.Units;

/**
 * How many bytes lie between two samples on average, as jemalloc takes it: a power of two.
 *
 * @param log2 the power's exponent, jemalloc's {@code lg_prof_sample}
 */
public record SampleDistance(int log2) {

    private static final int MOST = 40;

    /**
     * Takes a number of bytes.
     *
     * @param bytes how many
     * @throws CommandFailure if it isn't a power of two
     */
    public static SampleDistance ofBytes(long bytes) throws CommandFailure {
        if (bytes < 1 || bytes > 1L << MOST || Long.bitCount(bytes) != 1) {
            long below = Math.max(1, Math.min(1L << MOST, Long.highestOneBit(Math.max(1, bytes))));
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--rate " + Units.bytes(bytes) + " isn't possible",
                    "jemalloc samples at powers of two only",
                    "take " + Units.bytes(below) + " or " + Units.bytes(Math.min(1L << MOST, 2 * below)));
        }
        return new SampleDistance(Long.numberOfTrailingZeros(bytes));
    }

    /** The distance. */
    public long bytes() {
        return 1L << log2;
    }
}
