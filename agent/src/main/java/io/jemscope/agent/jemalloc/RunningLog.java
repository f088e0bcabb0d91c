package io.jemscope.agent.jemalloc;

import io.jemscope.agent.dumps.Dump;
import java.time.Instant;

/**
 * A log of allocations that is on.
 *
 * @param file where it will be; empty yet, and made as it was begun
 * @param ends when it ends by itself, unless the time of day is set
 * @param deadlineNanos the same, by the clock that only goes forward
 */
public record RunningLog(Dump file, Instant ends, long deadlineNanos) {

    /**
     * When it was begun.
     *
     * @return the moment
     */
    public Instant started() {
        return file.made();
    }
}
