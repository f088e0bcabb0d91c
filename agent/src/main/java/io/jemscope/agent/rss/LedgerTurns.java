package io.jemscope.agent.rss;

import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Limits how often ledgers are read for one role, readers or operators: one at a time, so that the second worker of that
 * role stays free, and with a pause in between. A refused request does not count. Thread-safe.
 */
public final class LedgerTurns {

    private static final String NOT_NOW = "The memory isn't read now";

    private final LedgerSource source;
    private final RoleRateLimiter limiter;
    private final LongReadings readings = new LongReadings();
    private final AtomicBoolean reading = new AtomicBoolean();

    /**
     * Begins with nobody reading.
     *
     * @param source where ledgers come from
     * @param limiter how often
     */
    public LedgerTurns(LedgerSource source, RoleRateLimiter limiter) {
        this.source = source;
        this.limiter = limiter;
    }

    /**
     * Reads a ledger for a caller.
     *
     * @param caller who asks, and with whom nothing else is wrong
     * @throws ApiException where it isn't his turn
     * @throws IOException where the kernel's files can't be read
     */
    public Ledger read(Principal caller) throws ApiException, IOException {
        if (!reading.compareAndSet(false, true)) {
            throw new ApiException(503, NOT_NOW, "it is being read for somebody else", "Ask again in a second.")
                    .retryAfter(Duration.ofSeconds(1));
        }
        try {
            Duration wait = readings.wait(caller.access(), System.nanoTime());
            if (!wait.isZero()) {
                throw new ApiException(
                                429,
                                NOT_NOW,
                                "the last reading took so long that the program is left alone for a while",
                                "Wait as long as Retry-After says.")
                        .retryAfter(wait);
            }
            limiter.take(caller, NOT_NOW);
            Ledger ledger = source.read();
            readings.add(caller.access(), ledger.counting(), System.nanoTime());
            return ledger;
        } finally {
            reading.set(false);
        }
    }
}
