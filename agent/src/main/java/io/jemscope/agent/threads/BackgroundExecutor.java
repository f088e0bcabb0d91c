package io.jemscope.agent.threads;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs small tasks one after the other on a thread that ends when idle: lines for a disk that may be full or slow, or for a pipe
 * that isn't read. Callers never wait; what comes faster than it can be done is dropped.
 */
public final class BackgroundExecutor {

    private static final int IDLE_SECONDS = 10;
    private static final long LAST_ONES_MILLIS = 200;

    private final ThreadPoolExecutor thread;

    /**
     * Begins without a thread.
     *
     * @param waiting how many tasks may wait
     * @param threads makes the thread; it must be a daemon
     */
    public BackgroundExecutor(int waiting, ThreadFactory threads) {
        thread = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(waiting), threads);
        thread.allowCoreThreadTimeOut(true);
    }

    /** Takes a task; returns at once, false if it is dropped. */
    public boolean execute(Runnable task) {
        try {
            thread.execute(task);
            return true;
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // The queue is full, or no thread can be started; the caller has other things to do.
            return false;
        }
    }

    /** Takes nothing more, and finishes what waits, for a fifth of a second at most. */
    public void close() {
        thread.shutdown();
        try {
            thread.awaitTermination(LAST_ONES_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
