package io.jemscope.profile.jemalloc;

/**
 * The live bytes of a dump's stacks beside those of its header, to tell a dump that was cut short. jemalloc ends every dump
 * with its mappings; where these are missing, the sums say whether stacks are missing as well.
 *
 * <p>Raw lines add up to the header's, except where jemalloc writes unbiased figures ({@code prof_unbias}): these add up
 * once they are scaled, up to their rounding.
 */
final class DumpTotals {

    /** Rounding makes far less of a difference. */
    private static final double NEARLY_ALL = 0.9;

    private double headerRaw;
    private double headerScaled;
    private double raw;
    private double scaled;

    /** Keeps the header's figures; the scaled one is 0 where they can't be scaled as a whole. */
    void setHeader(double rawBytes, double scaledBytes) {
        headerRaw = rawBytes;
        headerScaled = scaledBytes;
    }

    /** Adds a stack. */
    void add(double rawBytes, double scaledBytes) {
        raw += rawBytes;
        scaled += scaledBytes;
    }

    /** Whether stacks are missing. */
    boolean isCut() {
        return raw < NEARLY_ALL * headerRaw || (raw != headerRaw && scaled < NEARLY_ALL * headerScaled);
    }

    /** Whether there are fewer bytes than in the header. */
    boolean isLess() {
        return raw < headerRaw;
    }

    /** How much was readable. */
    String words() {
        double of = headerScaled > 0 ? headerScaled : headerRaw;
        double found = headerScaled > 0 ? scaled : raw;
        return of > 0
                ? "its stacks hold " + Math.round(found) + " of the " + Math.round(of)
                        + " bytes that its header counts (" + Math.round(100 * found / of) + " %)"
                : "it ends before its header";
    }
}
