package io.jemscope.httpd;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * The threads that answer requests: some for readers and as many for operators, each with a queue of its own. They start with
 * the first request and end when idle.
 */
final class Workers {

    private final ThreadPoolExecutor readers;
    private final ThreadPoolExecutor operators;

    Workers(Limits limits, ThreadFactory threads) {
        readers = IdlePool.of(limits.workers(), limits.waiting(), threads);
        operators = IdlePool.of(limits.workers(), limits.waiting(), threads);
    }

    /**
     * Runs a request.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the queue is full, or the server is closed
     * @throws OutOfMemoryError if no thread can be started
     */
    void execute(Role access, Runnable request) {
        (access == Role.READ ? readers : operators).execute(request);
    }

    void close() {
        readers.shutdownNow();
        operators.shutdownNow();
    }
}
