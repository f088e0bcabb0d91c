package io.jemscope.agent.http;

import java.time.Duration;

/**
 * What answers on their way out may take of the host's heap, all together: callers who read slowly keep theirs there. Files
 * aren't counted, since they aren't read into memory, nor are short answers, which tell callers what they have changed.
 * Only the server's thread touches it.
 */
final class AnswerRoom {

    /** As much on every connection is little. */
    private static final int SHORT_BYTES = 16 << 10;

    private static final long BYTES = 8 << 20;

    private long takenBytes;

    /**
     * Takes room for an answer. One alone is let through whatever its size: it couldn't be had at all otherwise.
     *
     * @return how much to give back
     */
    long take(ResponseBody body) throws Problem {
        long bytes = body.memoryBytes();
        if (bytes <= SHORT_BYTES) {
            return 0;
        }
        if (takenBytes > 0 && takenBytes + bytes > BYTES) {
            throw new Problem(
                            503,
                            "The answer can't be sent now",
                            "too many long ones are on their way to callers who read slowly",
                            "Try again in a second.")
                    .retryAfter(Duration.ofSeconds(1));
        }
        takenBytes += bytes;
        return bytes;
    }

    /** Gives room back. */
    void give(long bytes) {
        takenBytes -= bytes;
    }
}
