package io.jemscope.agent.profiling;

import java.time.Instant;

/**
 * The two clocks of a run: the time of day names it, a clock that only goes forward measures it. Setting the
 * time of day neither shortens a run nor lengthens it.
 */
public interface RunClock {

    /** The clocks of this machine. */
    static RunClock system() {
        return new RunClock() {
            @Override
            public Instant now() {
                return Instant.now();
            }

            @Override
            public long nanos() {
                return System.nanoTime();
            }
        };
    }

    /**
     * The time of day.
     *
     * @return now; may be earlier than what it said before
     */
    Instant now();

    /**
     * The clock that only goes forward.
     *
     * @return nanoseconds since some moment; only differences mean anything, see {@link System#nanoTime}
     */
    long nanos();
}
