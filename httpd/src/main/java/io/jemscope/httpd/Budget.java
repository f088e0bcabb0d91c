package io.jemscope.httpd;

import java.time.Duration;

/**
 * What the callers of one {@link Role} may hold at once: connections, and the Java heap that request bodies and answers
 * take. Readers and operators have a budget each, so that readers never use up what an operator needs. Only the server's
 * thread touches it.
 */
final class Budget {

    /** How many bodies of the greatest length fit. */
    private static final int BODIES = 4;

    private static final long ANSWER_BYTES = 8 << 20;

    /** Answers up to this length are always sent: they take little, even one on every connection. */
    private static final int SHORT_ANSWER_BYTES = 16 << 10;

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private int freeConnections;
    private long freeBodyBytes;
    private long usedAnswerBytes;

    private Budget(int connections, Limits limits) {
        freeConnections = connections;
        freeBodyBytes = (long) BODIES * limits.bodyBytes();
    }

    /** Three of four connections. The others stay free for operators. */
    static Budget readers(Limits limits) {
        return new Budget(Math.max(1, limits.connections() * 3 / 4), limits);
    }

    static Budget operators(Limits limits) {
        return new Budget(limits.connections(), limits);
    }

    void takeConnection() throws ApiException {
        if (freeConnections == 0) {
            throw full("The request can't be taken now", "too many requests of callers who may only read are open");
        }
        freeConnections--;
    }

    void releaseConnection() {
        freeConnections++;
    }

    void takeBody(int bytes) throws ApiException {
        if (bytes > freeBodyBytes) {
            throw full("The request can't be taken now", "too many long request bodies are arriving");
        }
        freeBodyBytes -= bytes;
    }

    void releaseBody(int bytes) {
        freeBodyBytes += bytes;
    }

    /**
     * Takes room for an answer. A single answer may be longer than the budget; otherwise it could never be sent. Files are
     * not counted, since they are not read into memory.
     *
     * @return how much to release
     */
    long takeAnswer(ResponseBody body) throws ApiException {
        long bytes = body.memoryBytes();
        if (bytes <= SHORT_ANSWER_BYTES) {
            return 0;
        }
        if (usedAnswerBytes > 0 && usedAnswerBytes + bytes > ANSWER_BYTES) {
            throw full("The answer can't be sent now", "too many long answers wait for callers who read slowly");
        }
        usedAnswerBytes += bytes;
        return bytes;
    }

    void releaseAnswer(long bytes) {
        usedAnswerBytes -= bytes;
    }

    private static ApiException full(String what, String why) {
        return new ApiException(503, what, why, "Try again in a second.").retryAfter(PAUSE);
    }
}
