package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Amount;
import io.jemscope.profile.SampleRate;

/**
 * The live bytes of a dump's stacks beside those of its header, to tell a dump that was cut short. jemalloc ends every dump
 * with its mappings, where it can read them; where these are missing, the sums say whether stacks are missing as well.
 *
 * <p>Raw lines add up to the header's, except where jemalloc writes unbiased figures ({@code prof_unbias}, its default since
 * 5.3): these add up once they are scaled, up to their rounding. Objects and bytes are rounded to whole numbers, and what a
 * line of few samples is scaled to depends on both: two samples of different sizes can come out a tenth lower than they
 * went in. So the most that the stacks can stand for is compared with the least that the header can.
 */
final class DumpTotals {

    /**
     * What the raw sums of a whole dump reach at least. Unbiased figures aren't additive: blocks of several times the rate
     * beside smaller ones make the header's up to 8 % larger than the sum.
     */
    private static final double NEARLY_ALL = 0.9;

    private static final double ROUNDING = 0.5;

    /**
     * A single sample counts as one object. jemalloc adds up the objects that a sample stands for in eighths, so it can be
     * this share less or more.
     */
    private static final double EIGHTHS = 1.0 / 16;

    private final SampleRate rate;
    private double headerRaw;
    private double headerScaled;
    private double headerLeast;
    private double raw;
    private double scaled;
    private double most;
    private double rounding;
    private boolean whole;

    /** Begins without any. The rate is that of the lines. */
    DumpTotals(SampleRate rate) {
        this.rate = rate;
    }

    /** Keeps the header's figures, which can't be scaled as a whole. */
    void setHeader(double rawBytes) {
        headerRaw = rawBytes;
    }

    /** Keeps the header's figures, raw and scaled. */
    void setHeader(long rawObjects, long rawBytes, Amount live) {
        headerRaw = rawBytes;
        headerScaled = live.bytes();
        headerLeast = rawObjects == 0 || rawBytes == 0
                ? 0
                : scale(rawObjects - (rawObjects == 1 ? EIGHTHS : ROUNDING), rawBytes - ROUNDING);
    }

    /** Adds a stack. */
    void add(long rawObjects, long rawBytes, Amount live) {
        raw += rawBytes;
        scaled += live.bytes();
        rounding += ROUNDING;
        most += scale(rawObjects + (rawObjects == 1 ? EIGHTHS : ROUNDING), rawBytes + ROUNDING);
    }

    private double scale(double objects, double bytes) {
        return bytes * rate.factor(bytes / objects);
    }

    /** The text had an end of its own: no stack is missing, nor are mappings. */
    void setWhole() {
        whole = true;
    }

    /** Whether the text had an end of its own. */
    boolean isWhole() {
        return whole;
    }

    /** Whether stacks are missing. */
    boolean isCut() {
        return raw + rounding < NEARLY_ALL * headerRaw || (raw != headerRaw && most < headerLeast);
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
