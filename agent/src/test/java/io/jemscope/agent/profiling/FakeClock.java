package io.jemscope.agent.profiling;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Clocks that the test moves. */
public class FakeClock implements RunClock {

    private final AtomicLong epochMillis =
            new AtomicLong(Instant.parse("2026-03-04T05:06:07.089Z").toEpochMilli());
    // Close to where it flows over, as System.nanoTime may be.
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 2_000_000_000L);

    @Override
    public Instant now() {
        return Instant.ofEpochMilli(epochMillis.get());
    }

    @Override
    public long nanos() {
        return nanos.get();
    }

    /** Time goes by. */
    public void pass(Duration time) {
        epochMillis.addAndGet(time.toMillis());
        nanos.addAndGet(time.toNanos());
    }

    /** Somebody sets the time of day. */
    public void jump(Duration by) {
        epochMillis.addAndGet(by.toMillis());
    }
}
