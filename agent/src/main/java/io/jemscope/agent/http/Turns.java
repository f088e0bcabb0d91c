package io.jemscope.agent.http;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * What may have to wait for a dump, or makes one, is done one after the other by a thread of its own, which goes when there
 * is nothing to do. So it holds none of the server's workers, however long it takes, and who only looks is answered
 * meanwhile. Safe for use by several threads.
 */
public final class Turns {

    private static final int IDLE_SECONDS = 10;

    /** How many may wait of those who may only read, and how many others. */
    private static final int WAITING = 16;

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Semaphore readers = new Semaphore(WAITING);
    private final Semaphore operators = new Semaphore(WAITING);
    private final ThreadPoolExecutor thread;

    /**
     * Begins without a thread.
     *
     * @param threads makes the thread; it must be a daemon
     */
    public Turns(ThreadFactory threads) {
        thread = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(2 * WAITING), threads);
        thread.allowCoreThreadTimeOut(true);
    }

    /**
     * Has a request answered in its turn.
     *
     * @param request the request
     * @param handler what answers it
     * @return the answer, which comes later
     * @throws Problem of status 503 where too many wait already
     */
    public Response answer(Request request, Handler handler) throws Problem {
        Semaphore places = request.caller().access() == Access.READ ? readers : operators;
        if (!places.tryAcquire()) {
            throw full();
        }
        Turn turn = new Turn(request, handler, places);
        boolean taken = false;
        try {
            thread.execute(turn);
            taken = true;
        } catch (RejectedExecutionException e) {
            // The agent is leaving.
            throw full();
        } finally {
            if (!taken) {
                places.release();
            }
        }
        return Response.later(turn.answer);
    }

    private static Problem full() {
        return new Problem(
                        503,
                        "This isn't done now",
                        "too much that waits for a dump was asked for before",
                        "Try again in a second.")
                .retryAfter(PAUSE);
    }

    /**
     * A handler that does what another does, in its turn.
     *
     * @param handler the other
     * @return the handler
     */
    public Handler over(Handler handler) {
        return new InTurn(this, handler);
    }

    /** Begins nothing any more, and doesn't wait for what is under way. */
    public void close() {
        thread.shutdownNow();
    }

    private record InTurn(Turns turns, Handler handler) implements Handler {
        @Override
        public Response answer(Request request) throws Problem {
            return turns.answer(request, handler);
        }
    }

    private static final class Turn implements Runnable {

        private final CompletableFuture<Response> answer = new CompletableFuture<>();
        private final Request request;
        private final Handler handler;
        private final Semaphore places;

        Turn(Request request, Handler handler, Semaphore places) {
            this.request = request;
            this.handler = handler;
            this.places = places;
        }

        @Override
        public void run() {
            places.release();
            try {
                answer.complete(handler.answer(request));
            } catch (Problem | IOException | RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        }
    }
}
