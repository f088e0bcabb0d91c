package io.jemscope.agent.web.api;

import com.google.gson.stream.JsonWriter;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Limits how often the ledger is read for one role: one reading at a time, so that the role's second worker stays free, and a pause
 * of nine times as long after one that held the program up for long. A refused request doesn't count. Safe for use by several threads.
 */
final class LedgerTurns {

    private static final String NOT_NOW = "The memory isn't read now";

    /** At the permitted rate, one in five seconds, readings up to this length take a tenth of the time. */
    private static final Duration SHORT = Duration.ofMillis(500);

    private static final int TIMES = 9;

    /** Reads a ledger. */
    interface Source {

        /** Writes it, and returns how long the program was held up. */
        Duration write(JsonWriter json) throws IOException;
    }

    private final Source source;
    private final RoleRateLimiter limiter;
    private final AtomicBoolean reading = new AtomicBoolean();
    private volatile long dueNanos = System.nanoTime();

    LedgerTurns(Source source, RoleRateLimiter limiter) {
        this.source = source;
        this.limiter = limiter;
    }

    /**
     * Reads a ledger for a caller.
     *
     * @throws ApiException if it has to wait
     * @throws IOException if the kernel's files can't be read
     */
    void write(Principal caller, JsonWriter json) throws ApiException, IOException {
        if (!reading.compareAndSet(false, true)) {
            throw new ApiException(503, NOT_NOW, "another request is reading it", "Try again in a second.")
                    .retryAfter(Duration.ofSeconds(1));
        }
        try {
            long wait = dueNanos - System.nanoTime();
            if (wait > 0) {
                throw new ApiException(
                                429,
                                NOT_NOW,
                                "the last reading took long, and a reading holds the program up",
                                "Wait as long as Retry-After says.")
                        .retryAfter(Duration.ofNanos(wait));
            }
            limiter.take(caller, NOT_NOW);
            Duration took = source.write(json);
            dueNanos = System.nanoTime() + pause(took).toNanos();
        } finally {
            reading.set(false);
        }
    }

    /** How long to wait after a reading. */
    static Duration pause(Duration took) {
        return took.compareTo(SHORT) > 0 ? took.multipliedBy(TIMES) : Duration.ZERO;
    }
}
