package io.jemscope.agent.dumps;

/**
 * How many dumps are kept.
 *
 * @param most their number; at least 1
 * @param mostBytes what they take on disk together, with the names of their Java frames; the newest stays whatever it takes
 */
public record DumpLimits(int most, long mostBytes) {

    /** The defaults of the settings {@code dumps.keep} and {@code dumps.bytes}: 20 dumps, 1 GiB. {@code Key} has them for users. */
    public static final DumpLimits DEFAULT = new DumpLimits(20, 1L << 30);

    private static final int MADE_SHARE = 4;

    /**
     * Checks the limits.
     *
     * @param most their number
     * @param mostBytes what they take
     * @throws IllegalArgumentException where no dump at all could be kept
     */
    public DumpLimits {
        if (most < 1 || mostBytes < 1) {
            throw new IllegalArgumentException("At least one dump is kept, and one byte");
        }
    }

    /**
     * What may lie on the disk of all that is made of dumps, beside them.
     *
     * @return a quarter of what they themselves may take
     */
    public long madeBytes() {
        return mostBytes / MADE_SHARE;
    }

    /** The bytes in words: {@code 1 GiB}, {@code 1536 MiB}. */
    String bytesInWords() {
        String[] units = {"bytes", "KiB", "MiB", "GiB"};
        long figure = mostBytes;
        int unit = 0;
        while (unit < units.length - 1 && figure % 1024 == 0) {
            figure /= 1024;
            unit++;
        }
        return figure + " " + units[unit];
    }
}
