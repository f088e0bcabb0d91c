package io.jemscope.agent.memory;

import io.jemscope.agent.dump.DumpStore;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.MemorySummary;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the program's memory comes to, for those who only look and aren't to wait. While jemalloc writes a dump it holds its
 * statistics back; then the figures are those from before. For use by several threads.
 */
public final class CurrentMemory {

    private final Allocator allocator;
    private final DumpStore dumps;
    private volatile @Nullable MemorySummary last;

    /**
     * Makes what reads it.
     *
     * @param allocator who is asked
     * @param dumps knows when a dump is made
     */
    public CurrentMemory(Allocator allocator, DumpStore dumps) {
        this.allocator = allocator;
        this.dumps = dumps;
    }

    /**
     * Reads it.
     *
     * @return the figures of this moment, or those from before the dump that is being made; empty where there were none, where
     *     there is no jemalloc, or its build keeps no statistics
     */
    public Optional<MemorySummary> read() {
        if (dumps.beginReading()) {
            try {
                last = allocator.memory();
            } catch (AllocatorException e) {
                last = null;
            } finally {
                dumps.endReading();
            }
        }
        return Optional.ofNullable(last);
    }
}
