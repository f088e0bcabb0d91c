package io.jemscope.agent.rss;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Asks what may never be answered, on a thread of its own, and waits for a while. As long as such a question is open no
 * other is asked, so that there is one thread that hangs and no more. For one caller at a time.
 *
 * @param <T> what is answered
 */
final class TimedQuery<T> {

    private final ThreadFactory threads;
    private final Duration patience;
    private @Nullable FutureTask<T> open;

    /**
     * Begins with none asked.
     *
     * @param threads makes the threads
     * @param patience how long to wait
     */
    TimedQuery(ThreadFactory threads, Duration patience) {
        this.threads = threads;
        this.patience = patience;
    }

    /**
     * Asks.
     *
     * @param without the answer where none comes in time, or an earlier question is still open
     * @return the answer
     */
    T ask(Callable<T> question, T without) {
        FutureTask<T> last = open;
        if (last != null && !last.isDone()) {
            return without;
        }
        FutureTask<T> asked = new FutureTask<>(question);
        open = asked;
        try {
            threads.newThread(asked).start();
            return asked.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return without;
        } catch (InterruptedException e) {
            // The agent is leaving.
            Thread.currentThread().interrupt();
            return without;
        } catch (ExecutionException | OutOfMemoryError e) {
            // It failed, or no thread can be started: the next question may be asked.
            open = null;
            return without;
        }
    }
}
