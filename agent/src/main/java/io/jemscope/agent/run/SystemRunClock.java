package io.jemscope.agent.run;

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
