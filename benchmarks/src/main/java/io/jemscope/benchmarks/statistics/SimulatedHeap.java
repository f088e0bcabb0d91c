package io.jemscope.benchmarks.statistics;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * A heap as jemalloc 5.3 counts it, and its dump as jemalloc writes it ({@code prof_unbias}, on by default).
 *
 * <p>For each thread and stack jemalloc keeps two whole numbers: each sample adds {@code round(size / p)} to the bytes and
 * {@code round(8 / p)} to the objects, {@code p} being the chance that a block of that size class is sampled. Readers scale
 * what a dump says by the mean size, so a dump has the figures that such a reader scales to those two, each rounded to a
 * whole number. The dump is text with a symbol section in front, which gives every stack a Java line.
 */
final class SimulatedHeap {

    /** Objects are counted in eighths: the smallest block's bytes. */
    private static final double SHIFT = 8;

    private static final long JAVA_START = 0x4A45_0000_0000_0000L;
    private static final long CODE_START = 0x5555_0000_0000L;

    private final long rateBytes;
    private final Map<Stack, Map<Integer, Count>> stacks = new TreeMap<>();

    SimulatedHeap(long rateBytes) {
        this.rateBytes = rateBytes;
    }

    /** One of the stacks of a Java line. */
    private record Stack(int site, int number) implements Comparable<Stack> {
        @Override
        public int compareTo(Stack other) {
            return site == other.site ? Integer.compare(number, other.number) : Integer.compare(site, other.site);
        }
    }

    /** jemalloc's two counters. */
    private static final class Count {
        private long eighths;
        private long bytes;

        void add(Count other) {
            eighths += other.eighths;
            bytes += other.bytes;
        }
    }

    /** The Java line's name, as reports show it. */
    static String name(int site) {
        return "com.example.Site" + site + ".get(Site" + site + ".java:1)";
    }

    /** Counts sampled blocks of one size class. */
    void add(int site, int stack, int thread, long blockBytes, long samples) {
        if (samples == 0) {
            return;
        }
        double chance = -Math.expm1(-(double) blockBytes / rateBytes);
        Count count = stacks.computeIfAbsent(new Stack(site, stack), any -> new TreeMap<>())
                .computeIfAbsent(thread, any -> new Count());
        count.eighths += samples * Math.round(SHIFT / chance);
        count.bytes += samples * Math.round(blockBytes / chance);
    }

    /**
     * The dump.
     *
     * @param facts what a recording adds: the process, and when the dump was taken
     */
    byte[] dump(Map<String, String> facts) {
        StringBuilder out = new StringBuilder(256 + 200 * stacks.size());
        out.append("--- symbol\n");
        facts.forEach((key, value) ->
                out.append("# ").append(key).append(": ").append(value).append('\n'));
        stacks.keySet().stream().mapToInt(Stack::number).distinct().forEach(number -> {
            address(out, CODE_START + 16L * number);
            out.append(" allocate_").append(number).append('\n');
        });
        stacks.keySet().stream().mapToInt(Stack::site).distinct().forEach(site -> {
            address(out, JAVA_START + site);
            out.append(' ').append(name(site)).append('\n');
        });
        out.append("---\n--- heap\nheap_v2/").append(rateBytes).append('\n');
        Map<Integer, Count> threads = new TreeMap<>();
        stacks.values()
                .forEach(stack -> stack.forEach((thread, count) ->
                        threads.computeIfAbsent(thread, any -> new Count()).add(count)));
        figures(out, threads);
        stacks.forEach((stack, counts) -> {
            out.append("@ ");
            address(out, CODE_START + 16L * stack.number()).append(' ');
            address(out, JAVA_START + stack.site()).append('\n');
            figures(out, counts);
        });
        out.append("\nMAPPED_LIBRARIES:\n");
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static StringBuilder address(StringBuilder out, long address) {
        return out.append("0x").append(Long.toHexString(address));
    }

    private void figures(StringBuilder out, Map<Integer, Count> threads) {
        Count all = new Count();
        threads.values().forEach(all::add);
        line(out, "t*", all);
        threads.forEach((thread, count) -> line(out, "t" + thread, count));
    }

    /** What scaled by its mean size gives the counters back, but for the rounding. */
    private void line(StringBuilder out, String name, Count count) {
        long objects = 0;
        long bytes = 0;
        if (count.eighths > 0) {
            double mean = count.bytes / (count.eighths / SHIFT);
            double chance = -Math.expm1(-mean / rateBytes);
            objects = Math.round(count.eighths / SHIFT * chance);
            bytes = Math.round(count.bytes * chance);
        }
        out.append("  ").append(name).append(": ").append(objects).append(": ").append(bytes);
        out.append(" [0: 0]\n");
    }
}
