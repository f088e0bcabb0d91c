package io.jemscope.httpd;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Runs slow handlers one after the other on a thread of its own, which ends when idle. They hold none of the server's workers,
 * however long they take.
 *
 * <p>Operators come before readers: an operator waits for at most one reader's request, the one that is running. A read is
 * dropped if its caller hangs up while it waits.
 *
 * <p>Safe for use by several threads.
 */
public final class SerialQueue {

    /** How many readers' requests may wait, and how many operators'. */
    private static final int WAITING = 16;

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final String NOT_NOW = "This isn't done now";

    private final Deque<Turn> operators = new ArrayDeque<>();
    private final Deque<Turn> readers = new ArrayDeque<>();
    private final ThreadPoolExecutor thread;

    /** Whether the thread is at it, or will be. Guarded, as the two lines are, by this object's lock. */
    private boolean busy;

    /** The answer to what comes after the end; null before it. */
    private @Nullable ApiException closed;

    /**
     * Begins without a thread.
     *
     * @param threads makes the thread; it must be a daemon
     */
    public SerialQueue(ThreadFactory threads) {
        thread = IdlePool.of(1, WAITING, threads);
    }

    /**
     * Has a request answered in its turn.
     *
     * @return the answer, which comes later
     * @throws ApiException of status 503 if the queue is full or closed, or no thread can be started
     */
    public Response answer(Request request, Handler handler) throws ApiException {
        return answer(new Turn(request, handler, false));
    }

    /**
     * Has a request answered in its turn. Of callers who may only read one at a time waits for the same path.
     *
     * @return the answer, which comes later
     * @throws ApiException of status 503 as above, or where another reader waits for the same
     */
    public Response answerAlone(Request request, Handler handler) throws ApiException {
        return answer(new Turn(request, handler, true));
    }

    private Response answer(Turn turn) throws ApiException {
        List<Turn> abandoned = new ArrayList<>(0);
        try {
            if (enter(turn, abandoned)) {
                begin(turn);
            }
        } finally {
            for (Turn one : abandoned) {
                one.giveUp();
            }
        }
        return Response.later(turn.answer);
    }

    /** Takes a place in the line; true if the thread doesn't run. */
    private synchronized boolean enter(Turn turn, List<Turn> abandoned) throws ApiException {
        if (closed != null) {
            throw closed;
        }
        Deque<Turn> line = turn.isReaders() ? readers : operators;
        clear(line, abandoned);
        if (line.size() >= WAITING) {
            throw full("the queue is full: " + WAITING + " requests are waiting");
        }
        if (turn.isReaders() && turn.alone && isAwaited(turn.request.path())) {
            throw full("another reader's request for the same address is waiting");
        }
        turn.waits = busy;
        line.add(turn);
        boolean first = !busy;
        busy = true;
        return first;
    }

    private static void clear(Deque<Turn> line, List<Turn> abandoned) {
        Iterator<Turn> waiting = line.iterator();
        while (waiting.hasNext()) {
            Turn turn = waiting.next();
            if (turn.isAbandoned()) {
                waiting.remove();
                abandoned.add(turn);
            }
        }
    }

    private boolean isAwaited(String path) {
        for (Turn turn : readers) {
            if (turn.alone && turn.request.path().equals(path)) {
                return true;
            }
        }
        return false;
    }

    /** Has the thread begin. Who came meanwhile has counted on it, so where there is none they are all sent away. */
    private void begin(Turn turn) throws ApiException {
        ApiException why;
        try {
            thread.execute(new Line());
            return;
        } catch (RejectedExecutionException e) {
            why = closed();
        } catch (OutOfMemoryError e) {
            // No thread can be made now. Nothing of what is ours would help with that.
            why = new ApiException(
                    503,
                    NOT_NOW,
                    "the process can't start a thread for it",
                    "Try again in a second; if it stays, look at the limits of threads and of memory.");
        }
        for (Turn other : all(null)) {
            if (other != turn) {
                other.answer.completeExceptionally(why);
            }
        }
        throw why;
    }

    /** Takes all out of the lines. */
    private synchronized List<Turn> all(@Nullable ApiException end) {
        List<Turn> all = new ArrayList<>(operators);
        all.addAll(readers);
        operators.clear();
        readers.clear();
        busy = false;
        closed = closed == null ? end : closed;
        return all;
    }

    private synchronized @Nullable Turn next() {
        Turn next = operators.isEmpty() ? readers.poll() : operators.poll();
        if (next == null) {
            busy = false;
        }
        return next;
    }

    private static ApiException full(String why) {
        return new ApiException(503, NOT_NOW, why, "Try again in a second.").retryAfter(PAUSE);
    }

    private synchronized ApiException closed() {
        return closed == null ? ApiException.internal() : closed;
    }

    /**
     * Refuses all that waits and all that comes, and doesn't wait for what is running, which runs to its end.
     *
     * @param why half a sentence
     * @param next what a caller can do: a sentence
     */
    public void close(String why, String next) {
        ApiException end = new ApiException(503, NOT_NOW, why, next);
        List<Turn> waiting = all(end);
        thread.shutdown();
        for (Turn turn : waiting) {
            turn.answer.completeExceptionally(end);
        }
    }

    /** What the thread does: one turn after the other, until there is none. */
    private final class Line implements Runnable {
        @Override
        public void run() {
            for (Turn turn = next(); turn != null; turn = next()) {
                // A program may interrupt every thread it finds, and the files of this turn would be closed for it.
                Thread.interrupted();
                try {
                    turn.run();
                } catch (Throwable e) {
                    // Not even its caller can be told, the host's heap is full: those who wait are to have their turns
                    // still.
                }
            }
        }
    }

    private static final class Turn {

        private final CompletableFuture<Response> answer = new CompletableFuture<>();
        private final Request request;
        private final Handler handler;
        private final boolean alone;

        /** Whether it didn't come at once. Set before it is in a line. */
        private boolean waits;

        Turn(Request request, Handler handler, boolean alone) {
            this.request = request;
            this.handler = handler;
            this.alone = alone;
        }

        boolean isReaders() {
            return request.caller().access() == Role.READ;
        }

        /** A request that never waited is answered: some callers close their half as soon as they have sent it. */
        boolean isAbandoned() {
            return waits && !request.isChanging() && request.isAbandoned();
        }

        void giveUp() {
            answer.completeExceptionally(
                    new ApiException(503, NOT_NOW, "its caller has hung up", "Ask again, and wait for the answer."));
        }

        void run() {
            if (isAbandoned()) {
                giveUp();
                return;
            }
            try {
                answer.complete(handler.answer(request));
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            }
        }
    }
}
