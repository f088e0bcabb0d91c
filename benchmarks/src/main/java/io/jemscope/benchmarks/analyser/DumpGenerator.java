package io.jemscope.benchmarks.analyser;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Writes a heap dump ({@code heap_v2}) of a JVM that never ran, of any size, and its Java frames' names beside it:
 *
 * <pre>
 * java -cp jemscope-benchmarks.jar io.jemscope.benchmarks.analyser.DumpGenerator BYTES STACKS FILE [SEED]
 * </pre>
 *
 * <p>Equal parameters give equal files. The stacks are walks through a graph of calls, no two alike: from a thread's
 * entry through Java frames and a library into the allocator. They stand in jemalloc's order, by the innermost addresses,
 * so that neighbours share these. Figures for the shape were taken from dumps of JVMs at a rate of 256 bytes: 3,500
 * stacks with 27 addresses and 510 bytes each, 4,900 addresses that differ, and 9.6 calls a stack that no other stack has
 * in the same place; here they are 9 to 11, and 25,000 addresses at 4,000 stacks.
 */
public final class DumpGenerator {

    private static final int RATE = 524_288;
    private static final int THREADS = 48;

    /** Room for what stands behind the stacks. */
    private static final long MAPS_BYTES = 40_000;

    /** With the blank before it. */
    private static final double BYTES_AN_ADDRESS = 19;

    private static final int[] SIZES = {16, 48, 112, 320, 1_024, 2_048, 7_168, 40_960, 65_536, 262_144, 1_048_576};

    private final long bytes;
    private final int stacks;
    private final SplittableRandom random;
    private final CallGraph calls = new CallGraph();
    private final long[] stack = new long[512];
    private final DumpText text;

    private DumpGenerator(long bytes, int stacks, long seed, OutputStream out) {
        this.bytes = bytes;
        this.stacks = stacks;
        this.random = new SplittableRandom(seed);
        this.text = new DumpText(out);
    }

    /**
     * Writes a dump.
     *
     * @param arguments about how many bytes, exactly how many stacks, the file, and optionally a seed
     * @throws IOException where the file can't be written
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 3) {
            throw new IllegalArgumentException("Name BYTES, STACKS, FILE and optionally SEED");
        }
        Path file = Path.of(arguments[2]);
        long seed = arguments.length > 3 ? Long.parseLong(arguments[3]) : 1;
        try (OutputStream out = Files.newOutputStream(file);
                OutputStream names = new BufferedOutputStream(Files.newOutputStream(Path.of(file + ".symbols")))) {
            new DumpGenerator(Long.parseLong(arguments[0]), Integer.parseInt(arguments[1]), seed, out).write();
            CallGraph.writeNames(names);
        }
    }

    private void write() throws IOException {
        text.append("heap_v2/").decimal(RATE).append("\n");
        figures("  t*", 1_000L * stacks, 512_000L * stacks);
        for (int thread = 0; thread < THREADS; thread++) {
            text.append("  t")
                    .decimal(thread)
                    .append(": 10: 20480 [0: 0] worker-")
                    .decimal(thread)
                    .append("\n");
        }
        for (long seed : seeds()) {
            writeStack(walk(seed));
        }
        text.append("\nMAPPED_LIBRARIES:\n").append(CallGraph.maps());
        text.flush();
    }

    /** What to walk by, in the order of the stacks' innermost addresses. */
    private long[] seeds() {
        long[] ordered = new long[stacks];
        Set<Long> walked = new HashSet<>();
        for (int i = 0; i < stacks; ) {
            // The upper half orders, the lower half is walked by.
            long seed = random.nextInt() & 0xffff_ffffL;
            int depth = walk(seed);
            if (walked.add(fingerprint(depth))) {
                ordered[i++] = order(depth) << 32 | seed;
            }
        }
        Arrays.sort(ordered);
        for (int i = 0; i < stacks; i++) {
            ordered[i] &= 0xffff_ffffL;
        }
        return ordered;
    }

    /** By the lower bytes of the addresses beyond the allocator's, as jemalloc compares addresses: the lowest byte first. */
    private long order(int depth) {
        long order = 0;
        for (int i = 3; i < 5; i++) {
            long address = i < depth ? Long.reverseBytes(stack[i]) >>> 48 : 0;
            order = order << 16 | address;
        }
        return order;
    }

    /** Fills the stack with the walk of a seed, leaf first; returns its depth. */
    private int walk(long seed) {
        SplittableRandom steps = new SplittableRandom(seed);
        // What a stack may take, less its lines of figures; most of the addresses are those of Java frames.
        double mean = Math.max(4, ((bytes - MAPS_BYTES) / (double) stacks - 68) / BYTES_AN_ADDRESS);
        int depth = (int) Math.min(stack.length, Math.max(3, mean * (0.5 + steps.nextDouble())));
        calls.walk(steps, stack, depth);
        return depth;
    }

    private long fingerprint(int depth) {
        long mixed = depth;
        for (int i = 0; i < depth; i++) {
            mixed = (mixed ^ stack[i]) * 0x9E37_79B9_7F4A_7C15L;
            mixed ^= mixed >>> 32;
        }
        return mixed;
    }

    private void writeStack(int depth) throws IOException {
        text.append("@");
        for (int i = 0; i < depth; i++) {
            text.append(" 0x").hexadecimal(stack[i]);
        }
        text.append("\n");
        int lines = random.nextInt(20);
        int threads = lines < 15 ? 1 : lines < 19 ? 2 : 3;
        long size = SIZES[random.nextInt(SIZES.length)];
        long[] objects = new long[threads];
        long sum = 0;
        for (int i = 0; i < threads; i++) {
            objects[i] = 1L + random.nextInt(1 << random.nextInt(1, 6));
            sum += objects[i];
        }
        figures("  t*", sum, sum * size);
        int thread = random.nextInt(THREADS);
        for (long share : objects) {
            text.append("  t").decimal(thread);
            figures("", share, share * size);
            thread = (thread + 1) % THREADS;
        }
    }

    private void figures(String line, long objects, long size) throws IOException {
        text.append(line)
                .append(": ")
                .decimal(objects)
                .append(": ")
                .decimal(size)
                .append(" [0: 0]\n");
    }
}
