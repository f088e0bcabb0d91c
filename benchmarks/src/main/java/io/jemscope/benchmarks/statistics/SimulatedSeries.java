package io.jemscope.benchmarks.statistics;

import io.jemscope.testkit.SizeClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Dumps of one program over time. A line's blocks live on from dump to dump, with their samples, until they are freed. */
final class SimulatedSeries {

    private static final long MIDNIGHT = 1_767_225_600_000L;
    private static final long HOUR = 3_600_000L;

    private final Draws draws;
    private final long rateBytes;
    private final List<Line> lines = new ArrayList<>();

    SimulatedSeries(Draws draws, long rateBytes) {
        this.draws = draws;
        this.rateBytes = rateBytes;
    }

    /** How much a line holds at each dump. */
    interface Course {
        /** The level at the next dump, in bytes. */
        double next();
    }

    /** A Java line that holds blocks of one size. */
    private static final class Line {
        private final long blockBytes;
        private final double renewed;
        private final Course course;
        private long blocks;
        private long samples;

        Line(long blockBytes, double renewed, Course course) {
            this.blockBytes = blockBytes;
            this.renewed = renewed;
            this.course = course;
        }
    }

    /**
     * Adds a line.
     *
     * @param blockBytes the size of its blocks; what it takes is that size class
     * @param renewed the share of its blocks that is freed and allocated anew between two dumps
     * @param course how much it holds at each dump
     */
    void add(double blockBytes, double renewed, Course course) {
        lines.add(new Line(SizeClass.of(Math.max(1, Math.round(blockBytes))), renewed, course));
    }

    /** A level that goes up and down about a mean, with a swing and a correlation time in dumps: an AR(1) process. */
    Course pool(double meanBytes, double swing, double correlationTime) {
        double kept = Math.exp(-1 / correlationTime);
        double[] state = {draws.gaussian()};
        return () -> {
            double level = meanBytes * (1 + swing * state[0]);
            state[0] = kept * state[0] + Math.sqrt(1 - kept * kept) * draws.gaussian();
            return level;
        };
    }

    /** A level that takes independent steps, each a share of the start. */
    Course walk(double startBytes, double step) {
        double[] state = {startBytes};
        return () -> {
            double level = state[0];
            state[0] += startBytes * step * draws.gaussian();
            return level;
        };
    }

    /** A level that rises evenly. */
    static Course leak(double startBytes, double stepBytes) {
        double[] state = {startBytes};
        return () -> {
            double level = state[0];
            state[0] += stepBytes;
            return level;
        };
    }

    /** The dumps, one an hour. */
    List<byte[]> dumps(int count) {
        List<byte[]> dumps = new ArrayList<>(count);
        for (int dump = 0; dump < count; dump++) {
            SimulatedHeap heap = new SimulatedHeap(rateBytes);
            for (int site = 0; site < lines.size(); site++) {
                Line line = lines.get(site);
                advance(line);
                heap.add(site, 0, 1, line.blockBytes, line.samples);
            }
            Map<String, String> facts = new TreeMap<>();
            facts.put("pid", "1");
            facts.put("main", "com.example.Main");
            facts.put("program.start", Long.toString(MIDNIGHT - HOUR));
            facts.put("time", Long.toString(MIDNIGHT + dump * HOUR));
            dumps.add(heap.dump(facts));
        }
        return dumps;
    }

    private void advance(Line line) {
        long wanted = Math.max(0, Math.round(line.course.next() / line.blockBytes));
        free(line, line.renewed);
        if (wanted < line.blocks) {
            free(line, 1 - (double) wanted / line.blocks);
        }
        if (wanted > line.blocks) {
            line.samples += draws.sampled(wanted - line.blocks, line.blockBytes, rateBytes);
            line.blocks = wanted;
        }
    }

    /** Frees each block with a probability, the sampled ones and the others alike. */
    private void free(Line line, double share) {
        long unsampled = line.blocks - line.samples;
        line.samples -= draws.binomial(line.samples, share);
        line.blocks = line.samples + unsampled - Math.round(unsampled * share);
    }
}
