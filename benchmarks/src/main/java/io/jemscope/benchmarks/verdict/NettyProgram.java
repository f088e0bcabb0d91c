package io.jemscope.benchmarks.verdict;

import io.jemscope.testkit.truth.Setting;
import io.jemscope.testkit.truth.TruthProgram;
import io.jemscope.testkit.truth.Workload;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** Programs of known truth on Netty's own pool, with chunks of 256 KiB, so that a run of a minute has many of them. */
public final class NettyProgram {

    static final String LEAK = "netty-leak";
    static final String POOL = "netty-pool";

    private static final int PAGE_BYTES = 8_192;
    private static final int CHUNK_ORDER = 5;

    private NettyProgram() {}

    /** The arguments are those of {@link TruthProgram}. */
    public static void main(String[] arguments) throws Throwable {
        TruthProgram.run(arguments[0].equals(LEAK) ? NettyProgram::leak : NettyProgram::pool, arguments);
    }

    private static ByteBufAllocator allocator() {
        return new PooledByteBufAllocator(true, 0, 1, PAGE_BYTES, CHUNK_ORDER, 0, 0, false);
    }

    /** Of a thousand buffers in use some aren't released. */
    private static Workload leak(Setting setting) {
        ByteBufAllocator allocator = allocator();
        Deque<ByteBuf> used = new ArrayDeque<>();
        List<ByteBuf> leaked = new ArrayList<>();
        long[] leakedBytes = new long[1];
        return second -> {
            while (leakedBytes[0] < setting.bytesASecond() * second) {
                int bytes = blockBytes(setting.random());
                boolean leaks = setting.random().nextInt(4) == 0;
                setting.ledger().onNextLine(leaks ? bytes : 0, "buffers of Netty's pool never released");
                ByteBuf buffer = allocator.directBuffer(bytes);
                leakedBytes[0] += leaks ? bytes : 0;
                (leaks ? leaked : used).add(buffer);
                if (used.size() > 1_000) {
                    used.remove().release();
                }
            }
        };
    }

    /** Load comes up within a third of the run, and then swings; all buffers are released. */
    private static Workload pool(Setting setting) {
        ByteBufAllocator allocator = allocator();
        List<ByteBuf> used = new ArrayList<>();
        double mostBytes = setting.bytesASecond() * setting.seconds() / 2;
        long[] usedBytes = new long[1];
        double[] swing = new double[1];
        return second -> {
            swing[0] = 0.99 * swing[0] + 0.02 * setting.random().nextGaussian();
            double load = mostBytes * (1 - Math.exp(-8 * second / setting.seconds())) * (1 + swing[0]);
            for (int i = 0; i < used.size() / 50; i++) {
                usedBytes[0] -= release(used, setting.random());
            }
            while (usedBytes[0] > load) {
                usedBytes[0] -= release(used, setting.random());
            }
            while (usedBytes[0] < load) {
                used.add(allocator.directBuffer(blockBytes(setting.random())));
                usedBytes[0] += used.get(used.size() - 1).capacity();
            }
        };
    }

    private static int release(List<ByteBuf> used, Random random) {
        int index = random.nextInt(used.size());
        ByteBuf buffer = used.get(index);
        used.set(index, used.get(used.size() - 1));
        used.remove(used.size() - 1);
        int bytes = buffer.capacity();
        buffer.release();
        return bytes;
    }

    private static int blockBytes(Random random) {
        return 256 << random.nextInt(6);
    }
}
