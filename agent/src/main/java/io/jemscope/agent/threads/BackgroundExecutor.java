package io.jemscope.agent.threads;

import io.jemscope.httpd.IdlePool;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Small things that have to be done in their turn, and for which nobody is to wait: lines for a disk that may be full or
 * slow, or for a pipe that nobody reads. They are done by a thread that goes when there is nothing to do. What comes faster
 * than it can be done isn't done.
 */
public final class BackgroundExecutor implements Executor {

    private static final long LAST_ONES_MILLIS = 200;

    private final ThreadPoolExecutor thread;
    private final Runnable lost;

    /**
     * Begins without a thread.
     *
     * @param waiting how many may wait for their turn
     * @param threads makes the thread; it must be a daemon
     * @param lost is run for each that isn't done, by whoever brought it
     */
    public BackgroundExecutor(int waiting, ThreadFactory threads, Runnable lost) {
        this.lost = lost;
        thread = IdlePool.of(1, waiting, threads);
    }

    /**
     * Has something done in its turn. Returns at once, and throws nothing.
     *
     * @param errand what to do
     */
    @Override
    public void execute(Runnable errand) {
        take(errand);
    }

    /**
     * Has something done in its turn. Returns at once, and throws nothing.
     *
     * @param errand what to do
     * @return false where it isn't done
     */
    public boolean take(Runnable errand) {
        try {
            thread.execute(errand);
            return true;
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // No room, or no thread to be had; whoever came with it has other things to do.
            lost.run();
            return false;
        }
    }

    /** Takes nothing more, and does what is still to be done, for a fifth of a second at most. */
    public void close() {
        thread.shutdown();
        try {
            thread.awaitTermination(LAST_ONES_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
