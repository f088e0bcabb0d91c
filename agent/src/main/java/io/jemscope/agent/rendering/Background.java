package io.jemscope.agent.rendering;

import io.jemscope.agent.http.Problem;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Work that can wait: one thing after the other, on one thread, which is there while there is work. */
public final class Background {

    private static final int MOST_WAITING = 32;
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor thread;

    /**
     * Makes it; no thread is started yet.
     *
     * @param threads makes the thread, of low priority; what it allocates must not be sampled as the program's
     */
    public Background(ThreadFactory threads) {
        thread = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), threads);
        thread.allowCoreThreadTimeOut(true);
    }

    /**
     * Does something in its turn.
     *
     * @param work what to do
     * @param <T> what comes of it
     * @return completes with what came of it; exceptionally, with a {@link Problem}, where nothing did
     */
    <T> CompletableFuture<T> begin(Callable<T> work) {
        CompletableFuture<T> promise = new CompletableFuture<>();
        try {
            thread.execute(new Runnable() {
                @Override
                public void run() {
                    try {
                        promise.complete(work.call());
                    } catch (Problem e) {
                        promise.completeExceptionally(e);
                    } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError e) {
                        promise.completeExceptionally(RenderingFailure.of(e));
                    }
                }
            });
        } catch (RejectedExecutionException e) {
            promise.completeExceptionally(new Problem(
                    503,
                    "This can't be analysed now",
                    MOST_WAITING + " other analyses are waiting",
                    "Ask again in a minute, or download the dump and run: jemscope report FILE."));
        }
        return promise;
    }

    /** Takes nothing more, and gives up what hasn't been begun. */
    public void close() {
        thread.shutdownNow();
    }
}
