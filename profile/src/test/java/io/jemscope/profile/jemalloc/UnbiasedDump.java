package io.jemscope.profile.jemalloc;

import java.util.ArrayList;
import java.util.List;

/**
 * A dump of few samples as jemalloc writes it ({@code prof_unbias}), without maps. For each sample jemalloc adds what it
 * stands for, in whole bytes and eighths of objects. A line has the figures that readers scale to these sums by their mean
 * size, each rounded to a whole number.
 */
final class UnbiasedDump {

    /** How far below its true value the former rule refused a dump. */
    private static final double FAR = 0.9;

    private final long rateBytes;
    private final List<Sum> stacks = new ArrayList<>();

    UnbiasedDump(long rateBytes) {
        this.rateBytes = rateBytes;
    }

    private static final class Sum {
        private long eighths;
        private long bytes;

        private void add(Sum other) {
            eighths += other.eighths;
            bytes += other.bytes;
        }
    }

    private record Line(long objects, long bytes) {}

    /** Begins another stack. */
    void begin() {
        stacks.add(new Sum());
    }

    /** Adds a sample to the last stack. */
    void sample(long blockBytes) {
        double chance = -Math.expm1(-(double) blockBytes / rateBytes);
        Sum last = stacks.get(stacks.size() - 1);
        last.eighths += Math.round(8 / chance);
        last.bytes += Math.round(blockBytes / chance);
    }

    /** The memory of the first stacks. */
    double bytes(int kept) {
        return sum(kept).bytes;
    }

    private Sum sum(int kept) {
        Sum sum = new Sum();
        stacks.subList(0, kept).forEach(sum::add);
        return sum;
    }

    /** What scaled by its mean size gives the sum back, but for the rounding. */
    private Line line(Sum sum) {
        double objects = sum.eighths / 8.0;
        double chance = -Math.expm1(-sum.bytes / objects / rateBytes);
        return new Line(Math.round(objects * chance), Math.round(sum.bytes * chance));
    }

    /** Whether the whole dump's stacks, as a reader scales them, come out far below its header. */
    boolean isFarOff() {
        double scaled =
                stacks.stream().map(this::line).mapToDouble(this::scaled).sum();
        return scaled < FAR * scaled(line(sum(stacks.size())));
    }

    private double scaled(Line line) {
        return -line.bytes / Math.expm1(-(double) line.bytes / line.objects / rateBytes);
    }

    /** The header of all stacks, and the first of them. */
    String text(int kept) {
        StringBuilder text = new StringBuilder("heap_v2/").append(rateBytes).append('\n');
        append(text, sum(stacks.size()));
        for (int i = 0; i < kept; i++) {
            text.append("@ 0x").append(Integer.toHexString(i + 1)).append('\n');
            append(text, stacks.get(i));
        }
        return text.toString();
    }

    private void append(StringBuilder text, Sum sum) {
        Line line = line(sum);
        String figures = line.objects + ": " + line.bytes + " [0: 0]\n";
        text.append("  t*: ").append(figures).append("  t0: ").append(figures);
    }
}
