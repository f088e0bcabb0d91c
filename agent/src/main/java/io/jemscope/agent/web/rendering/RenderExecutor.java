package io.jemscope.agent.web.rendering;

import io.jemscope.agent.profiling.Permit;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Role;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Work that can wait: one thing after the other, on one thread, which is there while there is work. What operators want comes
 * before all that those wait for who may only read, and each have places of their own. Safe for use by several threads.
 */
public final class RenderExecutor {

    /** How much may wait of what readers want, and how much of the rest. */
    static final int PLACES = 16;

    private static final long IDLE_SECONDS = 10;

    private final Deque<Work<?>> operators = new ArrayDeque<>();
    private final Deque<Work<?>> readers = new ArrayDeque<>();
    private final ThreadPoolExecutor thread;

    /**
     * Makes it; no thread is started yet.
     *
     * @param threads makes the thread, of low priority; what it allocates must not be sampled as the program's
     */
    public RenderExecutor(ThreadFactory threads) {
        thread = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(2 * PLACES), threads);
        thread.allowCoreThreadTimeOut(true);
    }

    /**
     * Does something in its turn.
     *
     * @param access the caller's role
     * @param permit asked once there is a place for it
     * @param work what to do
     * @param <T> what comes of it
     * @return completes with what came of it; exceptionally, with a {@link ApiException}, where nothing did
     * @throws ApiException of status 503 where there is no place
     * @throws E where the permit refuses
     */
    synchronized <T, E extends Exception> CompletableFuture<T> begin(Role access, Permit<E> permit, Callable<T> work)
            throws ApiException, E {
        Deque<Work<?>> line = access == Role.READ ? readers : operators;
        if (line.size() >= PLACES) {
            throw notNow(PLACES + " other analyses are waiting");
        }
        permit.take();
        Work<T> last = new Work<>(work);
        line.add(last);
        boolean isTaken = false;
        try {
            thread.execute(new Next());
            isTaken = true;
        } catch (RejectedExecutionException e) {
            throw leaving();
        } catch (OutOfMemoryError e) {
            // No thread can be made now. Nothing of what is ours would help with that.
            throw notNow("the process can't start a thread for it");
        } finally {
            if (!isTaken) {
                line.remove(last);
            }
        }
        return last.promise;
    }

    /** Has something come before what readers wait for, since an operator waits for it, too. */
    @SuppressWarnings("ReferenceEquality") // Promises have no other.
    synchronized void prefer(CompletableFuture<?> promise) {
        if (operators.size() >= PLACES) {
            return;
        }
        for (Work<?> work : readers) {
            if (work.promise == promise) {
                readers.remove(work);
                operators.add(work);
                return;
            }
        }
    }

    private synchronized @Nullable Work<?> next() {
        return operators.isEmpty() ? readers.poll() : operators.poll();
    }

    /** Takes nothing more, and gives up what hasn't been begun. */
    public void close() {
        thread.shutdownNow();
        for (Work<?> work : takeAll()) {
            work.promise.completeExceptionally(leaving());
        }
    }

    private synchronized List<Work<?>> takeAll() {
        List<Work<?>> all = new ArrayList<>(operators);
        all.addAll(readers);
        operators.clear();
        readers.clear();
        return all;
    }

    private static ApiException leaving() {
        return notNow("the agent is leaving this program");
    }

    private static ApiException notNow(String why) {
        return new ApiException(
                503,
                "This can't be analysed now",
                why,
                "Ask again in a minute, or download the dump and run: jemscope report FILE.");
    }

    /** Does what comes next when it is its turn, which need not be what it was made for. */
    private final class Next implements Runnable {
        @Override
        public void run() {
            Work<?> work = next();
            if (work != null) {
                work.run();
            }
        }
    }

    private static final class Work<T> {

        private final CompletableFuture<T> promise = new CompletableFuture<>();
        private final Callable<T> work;

        Work(Callable<T> work) {
            this.work = work;
        }

        void run() {
            try {
                promise.complete(work.call());
            } catch (ApiException e) {
                promise.completeExceptionally(e);
            } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError e) {
                promise.completeExceptionally(RenderingFailure.of(e));
            }
        }
    }
}
