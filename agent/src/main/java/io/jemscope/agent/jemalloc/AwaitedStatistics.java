package io.jemscope.agent.jemalloc;

import io.jemscope.agent.dumps.DumpLock;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.StatisticsQuery;

/**
 * jemalloc's own statistics for callers who wait for a dump that is being made, since jemalloc holds them back until then:
 * those of the older systems, whose scripts take whatever comes for statistics. Asked by who holds no worker of the server's.
 */
public final class AwaitedStatistics {

    private final Allocator allocator;
    private final DumpLock between;

    /**
     * Makes what reads them.
     *
     * @param allocator who is asked
     * @param dumps knows when a dump is made
     */
    public AwaitedStatistics(Allocator allocator, DumpStore dumps) {
        this.allocator = allocator;
        this.between = dumps.between();
    }

    /**
     * Reads them.
     *
     * @param query what to tell
     * @return JSON or text
     * @throws AllocatorException where there is no jemalloc
     */
    public String read(StatisticsQuery query) throws AllocatorException {
        return between.await(new DumpLock.Reading<String, AllocatorException, RuntimeException>() {
            @Override
            public String read() throws AllocatorException {
                return allocator.statistics(query);
            }
        });
    }
}
