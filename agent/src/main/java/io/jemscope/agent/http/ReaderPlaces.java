package io.jemscope.agent.http;

import java.time.Duration;

/**
 * How many connections callers may hold who may only read: three of four. The rest is for those who may change something,
 * so that nobody who reads, however slowly, keeps the operator out. Only the server's thread touches it.
 */
final class ReaderPlaces {

    private int left;

    ReaderPlaces(Limits limits) {
        left = Math.max(1, limits.connections() * 3 / 4);
    }

    /** Takes a place. */
    void take() throws Problem {
        if (left == 0) {
            throw new Problem(
                            503,
                            "The request can't be taken now",
                            "too many of callers who may only read are being answered",
                            "Try again in a second.")
                    .retryAfter(Duration.ofSeconds(1));
        }
        left--;
    }

    /** Gives a place back. */
    void give() {
        left++;
    }
}
