package io.jemscope.fleet.discovery;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Calls a discovery on another machine each {@link #INTERVAL} at most, in a thread of its own. A discovery that is slow or dead delays
 * {@link #agents} by a second; until it answers, its last answer counts. Only the first call waits for the answer.
 */
public final class PolledDiscovery implements Discovery {

    static final Duration INTERVAL = Duration.ofSeconds(30);

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Discovery discovery;
    private final Duration interval;
    private final Duration patience;

    private long begunNanos;

    /** The last call, and the last one that has ended. */
    private @Nullable FutureTask<List<Agent>> asked;

    private @Nullable FutureTask<List<Agent>> answered;

    public PolledDiscovery(Discovery discovery) {
        this(discovery, INTERVAL, PATIENCE);
    }

    PolledDiscovery(Discovery discovery, Duration interval, Duration patience) {
        this.discovery = discovery;
        this.interval = interval;
        this.patience = patience;
    }

    @Override
    public synchronized List<Agent> agents() throws IOException {
        try {
            if (asked == null || (asked.isDone() && System.nanoTime() - begunNanos >= interval.toNanos())) {
                // An answer that came after its look counts now, unless the next one is quick.
                answered = asked;
                asked = begin();
                waitFor(asked, patience);
            }
            if (answered == null || asked.isDone()) {
                answered = asked;
            }
            return answered.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw cause instanceof IOException failure ? failure : new IOException(String.valueOf(cause), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the search for agents was interrupted");
        }
    }

    private FutureTask<List<Agent>> begin() {
        begunNanos = System.nanoTime();
        FutureTask<List<Agent>> task = new FutureTask<>(discovery::agents);
        Thread thread = new Thread(task, "jemscope-discover");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private static void waitFor(FutureTask<?> task, Duration most) throws InterruptedException {
        try {
            task.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // Either shows when its answer is taken.
        }
    }
}
