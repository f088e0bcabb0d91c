package io.jemscope.fleet.collect;

import io.jemscope.fleet.http.Reason;
import io.jemscope.fleet.http.RetryException;
import io.jemscope.fleet.sink.Delivery;
import io.jemscope.fleet.sink.Sink;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Carries profiles from a sink's spool to the sink, in batches, on the thread that calls it. Its figures are safe for several threads. */
final class Outlet implements Closeable {

    /** The longest wait that a server may set. */
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    /** Without Retry-After the first wait is a second; each failure doubles it, up to this. */
    private static final Duration LONGEST_BACKOFF = Duration.ofMinutes(1);

    private static final int MOST_DOUBLINGS = 6;

    /** What a batch has at most, compressed, unless its first profile is larger: it is read into some ten times as much memory. */
    private static final int BATCH_BYTES = 16 << 20;

    private final String name;
    private final Sink sink;
    private final Spool spool;
    private final Consumer<String> log;
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong missed = new AtomicLong();

    /** Why the sink takes nothing; null while it works. */
    private volatile @Nullable String failure;

    private volatile @Nullable String spoolFailure;

    /** How often it failed since it worked, and when it is tried again; for the thread that drains. */
    private int failures;

    private long dueNanos = System.nanoTime();
    private boolean isToldToWait;

    private Outlet(String name, Sink sink, Spool spool, Consumer<String> log) {
        this.name = name;
        this.sink = sink;
        this.spool = spool;
        this.log = log;
    }

    /** Opens the sink's spool. */
    static Outlet open(Destination destination, long spoolBytes, Consumer<String> log) throws IOException {
        Spool spool = Spool.open(destination.spool(), spoolBytes, log);
        return new Outlet(destination.name(), destination.sink(), spool, log);
    }

    /** Whether the spool has room for a profile that is fetched now. */
    boolean hasRoom() {
        return !spool.isFull();
    }

    /** Misses a profile, since there was no room when it was fetched. */
    void miss() {
        missed.incrementAndGet();
    }

    /**
     * Takes a profile that was fetched while there was room. So the spool grows beyond its limit by as many as were fetched at the same time.
     *
     * @return false if the sink misses it, since its spool can't be written
     */
    boolean add(Delivery delivery) {
        try {
            spool.add(delivery);
            spoolFailure = null;
            return true;
        } catch (IOException e) {
            String why = "its spool can't be written: " + e;
            if (!why.equals(spoolFailure)) {
                log.accept("the " + name + " misses profiles: " + why);
            }
            spoolFailure = why;
            miss();
            return false;
        }
    }

    /** Whether the sink works, or has been left alone long enough. */
    boolean isDue() {
        return System.nanoTime() - dueNanos >= 0;
    }

    /**
     * Empties the spool.
     *
     * @return false if the sink fails, or its server said to wait: what is left stays in the spool
     */
    boolean drain() throws InterruptedException {
        while (spool.count() > 0) {
            if (isToldToWait && !isDue()) {
                return false;
            }
            try {
                drainBatch();
                failure = null;
                failures = 0;
            } catch (IOException | RuntimeException | OutOfMemoryError e) {
                // A fault of ours must not end the writing; the profiles stay, and its text is in the log and in
                // /health.
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                // The text of another failure could have a header in it, and so a token.
                String why = e instanceof IOException io
                        ? Reason.of(io)
                        : e.getClass().getSimpleName() + ", a fault of Jemscope";
                if (!why.equals(failure)) {
                    log.accept("the profiles for the " + name + " stay in the spool: " + why);
                }
                failure = why;
                wait(e);
                return false;
            }
        }
        return true;
    }

    private void wait(Throwable failed) {
        failures++;
        Duration wait;
        if (failed instanceof RetryException told) {
            isToldToWait = true;
            wait = told.after().compareTo(LONGEST_WAIT) < 0 ? told.after() : LONGEST_WAIT;
        } else {
            isToldToWait = false;
            long seconds = Math.min(LONGEST_BACKOFF.toSeconds(), 1L << Math.min(failures - 1, MOST_DOUBLINGS));
            // Collectors that failed together don't come back together.
            wait = Duration.ofMillis(ThreadLocalRandom.current().nextLong(500 * seconds, 1_000 * seconds));
        }
        dueNanos = System.nanoTime() + wait.toNanos();
    }

    private void drainBatch() throws IOException, InterruptedException {
        Map<String, Delivery> batch = spool.oldest(sink.batch(), BATCH_BYTES);
        if (batch.isEmpty()) {
            return;
        }
        List<Sink.Refused> refusals = sink.write(List.copyOf(batch.values()));
        // Only now: until the sink has them, they may be sent again.
        spool.remove(batch.keySet());
        for (Sink.Refused each : refusals) {
            refused.incrementAndGet();
            log.accept(
                    "the " + name + " refused the profile of " + each.delivery().agent() + ": " + each.why());
        }
        delivered.addAndGet(batch.size() - refusals.size());
    }

    String name() {
        return name;
    }

    Spool spool() {
        return spool;
    }

    long delivered() {
        return delivered.get();
    }

    /** How many profiles the sink can never take, or were damaged in the spool. */
    long refused() {
        return refused.get() + spool.damaged();
    }

    long missed() {
        return missed.get();
    }

    boolean isUp() {
        return failure == null;
    }

    /** Why the sink doesn't get all profiles, in a sentence; empty if it does. */
    String illness() {
        if (failure != null) {
            return "the " + name + " takes nothing: " + failure;
        }
        if (spoolFailure != null) {
            return "the " + name + " misses profiles: " + spoolFailure;
        }
        return spool.isFull() ? "the " + name + " misses profiles: its spool is full" : "";
    }

    @Override
    public void close() throws IOException {
        spool.close();
    }
}
