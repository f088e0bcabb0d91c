package io.jemscope.agent.ledger;

import io.jemscope.agent.http.Caller;
import io.jemscope.agent.http.CallerThrottle;
import io.jemscope.agent.http.Problem;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Limits how often ledgers are read for one role, readers or operators: one at a time, so that the second worker of that
 * role stays free, and with a pause in between. A refused request does not count. Thread-safe.
 */
final class LedgerTurns {

    private static final String NOT_NOW = "The memory isn't read now";

    private final LedgerSource source;
    private final CallerThrottle throttle;
    private final LongReadings readings = new LongReadings();
    private final AtomicBoolean reading = new AtomicBoolean();

    /**
     * Begins with nobody reading.
     *
     * @param source where ledgers come from
     * @param throttle how often
     */
    LedgerTurns(LedgerSource source, CallerThrottle throttle) {
        this.source = source;
        this.throttle = throttle;
    }

    /**
     * Reads a ledger for a caller.
     *
     * @param caller who asks, and with whom nothing else is wrong
     * @return the ledger
     * @throws Problem where it isn't his turn
     * @throws IOException where the kernel's files can't be read
     */
    Ledger read(Caller caller) throws Problem, IOException {
        if (!reading.compareAndSet(false, true)) {
            throw new Problem(503, NOT_NOW, "it is being read for somebody else", "Ask again in a second.")
                    .retryAfter(Duration.ofSeconds(1));
        }
        try {
            Duration wait = readings.wait(caller.access(), System.nanoTime());
            if (!wait.isZero()) {
                throw new Problem(
                                429,
                                NOT_NOW,
                                "the last reading took so long that the program is left alone for a while",
                                "Wait as long as Retry-After says.")
                        .retryAfter(wait);
            }
            throttle.take(caller, NOT_NOW);
            Ledger ledger = source.read();
            readings.add(caller.access(), ledger.counting(), System.nanoTime());
            return ledger;
        } finally {
            reading.set(false);
        }
    }
}
