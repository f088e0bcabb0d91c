package io.jemscope.agent.jemalloc;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.StatisticsQuery;

/**
 * jemalloc's statistics for callers who wait for a dump that is being made, since jemalloc holds them back until then: the scripts
 * of the older systems take any answer for statistics. The thread that reads them must not be one of the server's workers.
 */
public record AwaitedStatistics(Allocator allocator, DumpStore dumps) {

    /**
     * Reads them.
     *
     * @return JSON or text
     * @throws AllocatorException if there is no jemalloc
     */
    public String read(StatisticsQuery query) throws AllocatorException {
        dumps.between().lock();
        try {
            return allocator.statistics(query);
        } finally {
            dumps.between().unlock();
        }
    }
}
