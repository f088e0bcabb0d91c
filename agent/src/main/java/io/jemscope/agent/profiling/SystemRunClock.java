package io.jemscope.agent.profiling;

import java.time.Instant;

/** The clocks of this machine. */
final class SystemRunClock implements RunClock {

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }
}
