package io.jemscope.agent.jemalloc;

import io.jemscope.agent.dumps.DumpLock;
import io.jemscope.agent.dumps.DumpStore;
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

    private final DumpLock between;
    private final DumpLock.Reading<MemorySummary, AllocatorException, RuntimeException> reading;
    private volatile @Nullable MemorySummary last;

    /**
     * Makes what reads it.
     *
     * @param allocator who is asked
     * @param dumps knows when a dump is made
     */
    public CurrentMemory(Allocator allocator, DumpStore dumps) {
        this.between = dumps.between();
        this.reading = new DumpLock.Reading<>() {
            @Override
            public MemorySummary read() throws AllocatorException {
                return allocator.memory();
            }
        };
    }

    /**
     * Reads it.
     *
     * @return the figures of this moment, or those from before the dump that is being made; empty where there were none, where
     *     there is no jemalloc, or its build keeps no statistics
     */
    public Optional<MemorySummary> read() {
        try {
            Optional<MemorySummary> now = between.now(reading);
            if (now.isPresent()) {
                last = now.get();
            }
        } catch (AllocatorException e) {
            last = null;
        }
        return Optional.ofNullable(last);
    }
}
