package io.jemscope.agent.jemalloc;

import io.jemscope.agent.dumps.DumpLock;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.GlibcMemory;
import io.jemscope.allocator.MemorySummary;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The size of the program's memory, for readers that must not wait. While jemalloc writes a dump it holds its
 * statistics back; then the figures are those from before. glibc's are read for at most a hundredth of the time, since
 * that holds up threads that allocate. For use by several threads.
 */
public final class CurrentMemory {

    private static final int GLIBC_TIMES = 100;

    private final Allocator allocator;
    private final DumpLock between;
    private volatile @Nullable MemorySummary last;

    private Optional<GlibcMemory> lastOfGlibc = Optional.empty();
    private long dueNanos;
    private boolean isRead;

    /**
     * Makes what reads it.
     *
     * @param allocator who is asked
     * @param dumps knows when a dump is made
     */
    public CurrentMemory(Allocator allocator, DumpStore dumps) {
        this.allocator = allocator;
        this.between = dumps.between();
    }

    /**
     * Reads it.
     *
     * @return the figures of this moment, or those from before the dump that is being made; empty where there were none, where
     *     there is no jemalloc, or its build keeps no statistics
     */
    public Optional<MemorySummary> read() {
        if (between.tryLock()) {
            try {
                last = allocator.memory();
            } catch (AllocatorException e) {
                last = null;
            } finally {
                between.unlock();
            }
        }
        return Optional.ofNullable(last);
    }

    /**
     * Reads what glibc counts, unless the last reading is new enough.
     *
     * @return empty if malloc isn't glibc's, or its version doesn't count
     */
    public synchronized Optional<GlibcMemory> glibc() {
        long begin = System.nanoTime();
        if (!isRead || begin - dueNanos >= 0) {
            lastOfGlibc = allocator.glibcMemory();
            long end = System.nanoTime();
            dueNanos = end + GLIBC_TIMES * (end - begin);
            isRead = true;
        }
        return lastOfGlibc;
    }
}
