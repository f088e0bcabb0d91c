package io.jemscope.agent.http;

/**
 * What bodies on their way in may take of the host's heap, all together. One of the longest is little; one on every
 * connection wouldn't be. Only the server's thread touches it.
 */
final class BodyRoom {

    private static final int BODIES = 4;

    private long leftBytes;

    /** Room for four of the longest bodies. */
    BodyRoom(Limits limits) {
        leftBytes = (long) BODIES * limits.bodyBytes();
    }

    /** Takes room for a body. */
    void take(int bytes) throws Problem {
        if (bytes > leftBytes) {
            throw new Problem(
                    503,
                    "The request can't be taken now",
                    "too many long bodies are on their way",
                    "Try again in a second.");
        }
        leftBytes -= bytes;
    }

    /** Gives room back. */
    void give(int bytes) {
        leftBytes += bytes;
    }
}
