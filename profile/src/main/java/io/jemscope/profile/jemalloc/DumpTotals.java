package io.jemscope.profile.jemalloc;

import io.jemscope.profile.Amount;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleScale;
import org.jspecify.annotations.Nullable;

/**
 * Compares the live bytes of a dump's stacks with those of its header, to find a dump that was cut short. jemalloc ends
 * every dump with its mappings, if it can read them. If they are missing, the sums show whether stacks are missing too.
 *
 * <p>The raw lines add up to the header's, unless jemalloc writes unbiased figures ({@code prof_unbias}, its default since
 * 5.3). These add up once they are scaled, except for their rounding: objects and bytes are rounded to whole numbers, and
 * the scaled value of a line with few samples depends on both. Two samples of different sizes can come out a tenth too
 * low. So the most that the stacks can stand for is compared with the least that the header can.
 */
final class DumpTotals {

    /**
     * The least share of the header that the raw sums of a whole dump reach. Unbiased figures aren't additive: with
     * blocks of several times the rate beside smaller ones, the header can be up to 8 % larger than the sum.
     */
    private static final double NEARLY_ALL = 0.9;

    private static final double ROUNDING = 0.5;

    /**
     * A single sample counts as one object. jemalloc adds up the objects that a sample stands for in eighths, so the count
     * can be off by this share.
     */
    private static final double EIGHTHS = 1.0 / 16;

    private final SampleScale scale;
    private @Nullable Figures header;
    private double headerRaw;
    private double headerLeast;
    private double raw;
    private double scaled;
    private double most;
    private double rounding;
    private boolean whole;

    DumpTotals(SampleRate rate) {
        scale = new SampleScale(rate);
    }

    /** Sets the header's bytes, where its figures can't be scaled. */
    void setHeader(double rawBytes) {
        headerRaw = rawBytes;
    }

    /** Sets the header's figures, raw and scaled. */
    void setHeader(long rawObjects, long rawBytes, Figures scaledFigures) {
        header = scaledFigures;
        headerRaw = rawBytes;
        headerLeast = rawObjects == 0 || rawBytes == 0
                ? 0
                : scaled(rawObjects - (rawObjects == 1 ? EIGHTHS : ROUNDING), rawBytes - ROUNDING);
    }

    /** The scaled total of the whole process; null if the header's figures can't be scaled. */
    @Nullable
    Figures header() {
        return header;
    }

    /** Adds a stack. */
    void add(long rawObjects, long rawBytes, Amount live) {
        raw += rawBytes;
        scaled += live.bytes();
        rounding += ROUNDING;
        most += scaled(rawObjects + (rawObjects == 1 ? EIGHTHS : ROUNDING), rawBytes + ROUNDING);
    }

    private double scaled(double objects, double bytes) {
        return bytes * scale.factor(bytes / objects);
    }

    /** The dump has a marked end, so neither stacks nor mappings are missing. */
    void setWhole() {
        whole = true;
    }

    boolean isWhole() {
        return whole;
    }

    /** Whether stacks are missing. */
    boolean isCut() {
        return raw + rounding < NEARLY_ALL * headerRaw || (raw != headerRaw && most < headerLeast);
    }

    /** Whether the stacks have fewer bytes than the header. */
    boolean isLess() {
        return raw < headerRaw;
    }

    /** How much of the dump was readable, for an error message. */
    String words() {
        double headerScaled = header == null ? 0 : header.live().bytes();
        double of = headerScaled > 0 ? headerScaled : headerRaw;
        double found = headerScaled > 0 ? scaled : raw;
        return of > 0
                ? "its stacks hold " + Math.round(found) + " of the " + Math.round(of)
                        + " bytes that its header counts (" + Math.round(100 * found / of) + " %)"
                : "it ends before its header";
    }
}
