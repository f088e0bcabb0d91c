package io.jemscope.httpd;

import java.io.IOException;
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
 * What may have to wait for a dump, or makes one, is done one after the other by a thread of its own, which goes when there
 * is nothing to do. So it holds none of the server's workers, however long it takes, and who only looks is answered
 * meanwhile.
 *
 * <p>Whoever may change something comes before all who may only read: however often these ask, he waits for one of their dumps
 * at most, the one that is under way. What changes nothing isn't done for a caller who has hung up while he waited.
 *
 * <p>Safe for use by several threads.
 */
public final class SerialQueue {

    /** How many may wait of those who may only read, and how many others. */
    private static final int WAITING = 16;

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final String NOT_NOW = "This isn't done now";

    private final Deque<Turn> operators = new ArrayDeque<>();
    private final Deque<Turn> readers = new ArrayDeque<>();
    private final ThreadPoolExecutor thread;

    /** Whether the thread is at it, or will be. Guarded, as the two lines are, by this object's lock. */
    private boolean busy;

    private boolean closed;

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
     * @throws ApiException of status 503 where too many wait already, no thread can be had, or the agent leaves
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

    /** Takes a place in the line; true where nobody is at it. */
    private synchronized boolean enter(Turn turn, List<Turn> abandoned) throws ApiException {
        if (closed) {
            throw leaving();
        }
        Deque<Turn> line = turn.isReaders() ? readers : operators;
        clear(line, abandoned);
        if (line.size() >= WAITING) {
            throw full("too much that waits for a dump was asked for before");
        }
        if (turn.isReaders() && turn.alone && isAwaited(turn.request.path())) {
            throw full("somebody else waits for the same dump already");
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
            why = leaving();
        } catch (OutOfMemoryError e) {
            // No thread can be made now. Nothing of what is ours would help with that.
            why = new ApiException(
                    503,
                    NOT_NOW,
                    "the process can't start a thread for it",
                    "Try again in a second; if it stays, look at the limits of threads and of memory.");
        }
        for (Turn other : all(false)) {
            if (other != turn) {
                other.answer.completeExceptionally(why);
            }
        }
        throw why;
    }

    /** Takes all out of the lines. */
    private synchronized List<Turn> all(boolean forGood) {
        List<Turn> all = new ArrayList<>(operators);
        all.addAll(readers);
        operators.clear();
        readers.clear();
        busy = false;
        closed |= forGood;
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

    private static ApiException leaving() {
        return new ApiException(
                503, NOT_NOW, "the agent is leaving this program", "Attach the agent again, and ask that one.");
    }

    /** Begins nothing any more, sends away who still waits, and doesn't wait for what is under way, which is done to its end. */
    public void close() {
        List<Turn> waiting = all(true);
        thread.shutdown();
        for (Turn turn : waiting) {
            turn.answer.completeExceptionally(leaving());
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

        /** Whoever was never kept waiting is answered: some callers close their half as soon as they have asked. */
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
            } catch (ApiException | IOException | RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        }
    }
}
