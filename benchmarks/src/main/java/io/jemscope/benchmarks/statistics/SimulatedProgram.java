package io.jemscope.benchmarks.statistics;

import io.jemscope.testkit.SizeClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A program of which it is known what each of its lines holds. */
final class SimulatedProgram {

    private static final int THREADS = 4;

    /** What dumps tell of the process; each has its own number, so that no two are taken for one. */
    private int processes;

    /**
     * Blocks of one size that a stack holds.
     *
     * @param site the Java line
     * @param stack which of the line's stacks
     * @param blockBytes what each block takes: a size class
     * @param blocks how many
     */
    record Held(int site, int stack, long blockBytes, long blocks) {
        long bytes() {
            return blockBytes * blocks;
        }
    }

    private final List<Held> held = new ArrayList<>();

    /** Lets a stack hold more blocks, of the size class of a request. */
    SimulatedProgram hold(int site, int stack, double requestBytes, double blocks) {
        long blockBytes = SizeClass.of(Math.max(1, Math.round(requestBytes)));
        held.add(new Held(site, stack, blockBytes, Math.max(1, Math.round(blocks))));
        return this;
    }

    /**
     * Lines as JVMs have them: most hold little and a few nearly all, in blocks of 32 bytes to 8 MiB; a third of the lines in
     * blocks of several sizes, half of these on one stack.
     */
    static SimulatedProgram likeJvm(Draws draws, int sites) {
        SimulatedProgram program = new SimulatedProgram();
        for (int site = 0; site < sites; site++) {
            int sizes = draws.below(3) == 0 ? 2 + draws.below(3) : 1;
            boolean oneStack = draws.below(2) == 0;
            for (int i = 0; i < sizes; i++) {
                double blockBytes = draws.logUniform(32, 8 << 20);
                double bytes = draws.logUniform(16 << 10, 128 << 20);
                program.hold(site, oneStack ? 0 : i, blockBytes, bytes / blockBytes);
            }
        }
        return program;
    }

    /** A line whose blocks of several large sizes share one stack, beside JVM-like ones. */
    static SimulatedProgram withLargeBlocks(Draws draws, int sites) {
        SimulatedProgram program = new SimulatedProgram();
        for (int site = 0; site < sites; site++) {
            int sizes = 2 + draws.below(3);
            for (int i = 0; i < sizes; i++) {
                program.hold(site, 0, draws.logUniform(128 << 10, 16 << 20), draws.logUniform(1, 100));
            }
        }
        return program;
    }

    /** What a line holds in truth, in bytes. */
    double bytes(int site) {
        return held.stream()
                .filter(blocks -> blocks.site() == site)
                .mapToLong(Held::bytes)
                .sum();
    }

    /** What all lines hold in truth, in bytes. */
    double bytes() {
        return held.stream().mapToLong(Held::bytes).sum();
    }

    /** A dump of it, as of a process of its own. */
    byte[] dump(Draws draws, long rateBytes) {
        SimulatedHeap heap = new SimulatedHeap(rateBytes);
        for (Held blocks : held) {
            // Each thread has its share of the blocks.
            int threads = 1 + (blocks.site() + blocks.stack()) % THREADS;
            for (int thread = 1; thread <= threads; thread++) {
                long share = blocks.blocks() * thread / threads - blocks.blocks() * (thread - 1) / threads;
                heap.add(
                        blocks.site(),
                        blocks.stack(),
                        thread,
                        blocks.blockBytes(),
                        draws.sampled(share, blocks.blockBytes(), rateBytes));
            }
        }
        processes++;
        return heap.dump(Map.of("pid", Integer.toString(processes), "main", "com.example.Main"));
    }
}
