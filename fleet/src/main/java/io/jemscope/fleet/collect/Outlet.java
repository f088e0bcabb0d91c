package io.jemscope.fleet.collect;

import io.jemscope.fleet.http.Reason;
import io.jemscope.fleet.http.RetryException;
import io.jemscope.fleet.sink.Delivery;
import io.jemscope.fleet.sink.Sink;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries profiles from a sink's spool to the sink, in batches, on the thread that calls it. Its figures are safe for several threads.
 *
 * <p>A profile that fails is set aside if the sink takes another one after it: then it isn't the sink that fails. It stays in the spool, delays
 * no other, and is tried again after longer and longer waits. If several fail in a row, or there is no other to try, the sink gets a pause.
 */
final class Outlet implements Closeable {

    /** The longest wait that a server may set. */
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    /** Without Retry-After the first wait is a second; each failure doubles it, up to this. */
    private static final Duration LONGEST_BACKOFF = Duration.ofMinutes(1);

    private static final int MOST_DOUBLINGS = 12;

    /** Those set aside have this share of the spool at most. Otherwise they would fill it, and the sink would miss all others. */
    private static final int ASIDE_SHARE = 4;

    /** So many profiles that fail in a row are the sink's fault. */
    private static final int IN_A_ROW = 3;

    /** A profile that was set aside costs this share of the time at most, also if the sink lets it wait for a minute each time. */
    private static final int LEAST_REST = 10;

    private final String name;
    private final Sink sink;
    private final Spool spool;
    private final long batchBytes;
    private final Consumer<String> log;
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong missed = new AtomicLong();

    /** By the names of their files; they are in the spool, too. */
    private final Map<String, Aside> aside = new ConcurrentHashMap<>();

    /** Why the sink accepts nothing; null while it works. */
    private volatile @Nullable String failure;

    private volatile @Nullable String spoolFailure;

    /** The last profile that the sink refused, and why. */
    private volatile String refusal = "";

    /** When a spool that couldn't be written is tried again. */
    private volatile long spoolDueNanos = System.nanoTime();

    /** Profiles that failed since the last success; for the thread that drains, as all below. */
    private final List<String> suspects = new ArrayList<>();

    /** How many profiles the sink gets at a time: one after a failure, twice as many after each success. */
    private int most = Integer.MAX_VALUE;

    /** Pauses in a row, and the end of the last one. */
    private int failures;

    private long dueNanos = System.nanoTime();
    private boolean isToldToWait;

    /**
     * A profile that was set aside.
     *
     * @param failures how often it failed
     * @param dueNanos when it is tried again
     * @param fault the profile and why it failed
     */
    private record Aside(int failures, long dueNanos, String fault) {}

    private Outlet(String name, Sink sink, Spool spool, long batchBytes, Consumer<String> log) {
        this.name = name;
        this.sink = sink;
        this.spool = spool;
        this.batchBytes = batchBytes;
        this.log = log;
    }

    /**
     * Opens the sink's spool.
     *
     * @param batchBytes what a batch has at most, compressed, unless its first profile is larger
     */
    static Outlet open(Destination destination, long spoolBytes, long batchBytes, Consumer<String> log)
            throws IOException {
        Spool spool = Spool.open(destination.spool(), spoolBytes, log);
        return new Outlet(destination.name(), destination.sink(), spool, batchBytes, log);
    }

    boolean isFor(Delivery delivery) {
        return sink.isFor(delivery);
    }

    boolean takesMemory() {
        return sink.takesMemory();
    }

    /** Whether the spool has room for a profile that is fetched now. One that couldn't be written is tried again each minute. */
    boolean hasRoom() {
        return !spool.isFull() && (spoolFailure == null || System.nanoTime() - spoolDueNanos >= 0);
    }

    /** Misses a profile, since there was no room when it was fetched. */
    void miss() {
        missed.incrementAndGet();
    }

    /**
     * Takes a profile that was fetched while there was room. So the spool grows beyond its limit by as many as were fetched at the same time. If
     * the spool can't be written, the sink misses it.
     */
    void add(Delivery delivery) {
        try {
            spool.add(delivery);
            spoolFailure = null;
        } catch (IOException e) {
            String why = "its spool can't be written: " + e;
            if (!why.equals(spoolFailure)) {
                log.accept("the sink " + name + " misses profiles: " + why);
            }
            spoolDueNanos = System.nanoTime() + LONGEST_BACKOFF.toNanos();
            spoolFailure = why;
            miss();
        }
    }

    /** Whether the sink works, or has been left alone long enough. */
    boolean isDue() {
        return System.nanoTime() - dueNanos >= 0;
    }

    /**
     * Empties the spool. A fault in it gives the sink a pause, and is in {@link #illness}.
     *
     * @return false if something stays in it: the sink fails, its server said to wait, or profiles were set aside
     */
    boolean drain() throws InterruptedException {
        try {
            return empty();
        } catch (RuntimeException | Error e) {
            leaveAlone(why(e), backoff(failures + 1, LONGEST_BACKOFF));
            return false;
        }
    }

    private boolean empty() throws InterruptedException {
        boolean isWorking = !isToldToWait || isDue();
        List<String> fresh = fresh();
        // After each that was set aside the fresh ones again: many slow ones would delay them.
        while (isWorking) {
            while (isWorking && !fresh.isEmpty()) {
                isWorking = deliver(fresh);
                fresh = fresh();
            }
            List<String> again = isWorking ? dueAside() : List.of();
            if (again.isEmpty()) {
                break;
            }
            isWorking = deliver(again);
            fresh = fresh();
        }
        return spool.count() == 0;
    }

    private List<String> dueAside() {
        return aside.entrySet().stream()
                .filter(each -> System.nanoTime() - each.getValue().dueNanos() >= 0)
                .map(Map.Entry::getKey)
                .limit(1)
                .toList();
    }

    /** Empties the spool for the last time: what was set aside isn't waited for. */
    boolean finish() throws InterruptedException {
        aside.replaceAll((name, each) -> new Aside(each.failures(), System.nanoTime(), each.fault()));
        return drain();
    }

    /** The oldest that aren't set aside. After a failure another one, by chance: those that were fetched together may fail together. */
    private List<String> fresh() {
        if (suspects.isEmpty()) {
            return spool.oldest(Math.min(most, sink.batch()), batchBytes, aside.keySet());
        }
        List<String> others = spool.oldest(Integer.MAX_VALUE, Long.MAX_VALUE, aside.keySet());
        return others.isEmpty()
                ? others
                : List.of(others.get(ThreadLocalRandom.current().nextInt(others.size())));
    }

    /** Returns whether the sink can be given more. */
    private boolean deliver(List<String> names) throws InterruptedException {
        Map<String, Delivery> batch = read(names);
        if (batch.isEmpty()) {
            return true;
        }
        long begun = System.nanoTime();
        try {
            delivered(batch, sink.write(List.copyOf(batch.values())));
            return true;
        } catch (IOException | RuntimeException | Error e) {
            // A fault of ours must not end the writing; the profiles stay, and its text is in the log and in
            // /health.
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return failed(batch, e, System.nanoTime() - begun);
        }
    }

    private Map<String, Delivery> read(List<String> names) {
        Map<String, Delivery> batch = new LinkedHashMap<>();
        for (String file : names) {
            try {
                Delivery delivery = spool.read(file);
                if (delivery != null) {
                    batch.put(file, delivery);
                }
            } catch (IOException e) {
                if (!aside.containsKey(file)) {
                    log.accept("set aside for the sink " + name + ", and tried again: " + e.getMessage());
                }
                setAside(file, String.valueOf(e.getMessage()), 0);
            }
        }
        return batch;
    }

    private void delivered(Map<String, Delivery> batch, List<Sink.Refused> refusals) {
        // Only now: until the sink has them, they may be sent again.
        spool.remove(batch.keySet());
        aside.keySet().removeAll(batch.keySet());
        for (Sink.Refused each : refusals) {
            refused.incrementAndGet();
            refusal = "the profile of " + each.delivery().agent() + ": " + each.why();
            log.accept("the sink " + name + " refused " + refusal);
        }
        delivered.addAndGet(batch.size() - refusals.size());
        for (String suspect : suspects) {
            Aside its = aside.get(suspect);
            log.accept("the sink " + name + " accepts other profiles; this one is set aside, and tried again: "
                    + (its == null ? "" : its.fault()));
        }
        suspects.clear();
        dropOldestAside();
        failure = null;
        failures = 0;
        most = (int) Math.min(2L * most, sink.batch());
    }

    private void dropOldestAside() {
        while (spool.bytes(aside.keySet()) > spool.mostBytes() / ASIDE_SHARE) {
            String oldest = Collections.min(aside.keySet());
            Aside its = aside.remove(oldest);
            refused.incrementAndGet();
            log.accept(
                    "dropped for the sink " + name + ", since those set aside have more than a quarter of the spool: "
                            + (its == null ? oldest : its.fault()));
            spool.remove(List.of(oldest));
        }
    }

    private boolean failed(Map<String, Delivery> batch, Throwable failed, long tookNanos) {
        String why = why(failed);
        if (failed instanceof RetryException told) {
            leaveAlone(why, pause(told));
            isToldToWait = true;
            return false;
        }
        if (batch.size() > 1) {
            // One of them may be at fault: it is found by trying fewer.
            most = 1;
            return true;
        }
        Map.Entry<String, Delivery> only = batch.entrySet().iterator().next();
        boolean isSuspect = !aside.containsKey(only.getKey());
        setAside(only.getKey(), "the profile of " + only.getValue().agent() + ": " + why, tookNanos);
        if (!isSuspect) {
            return true;
        }
        suspects.add(only.getKey());
        if (suspects.size() < IN_A_ROW && !fresh().isEmpty()) {
            return true;
        }
        leaveAlone(why, backoff(failures + 1, LONGEST_BACKOFF));
        isToldToWait = false;
        return false;
    }

    /** The wait that the server has named, up to {@link #LONGEST_WAIT}; that of any failure if it named none. */
    Duration pause(RetryException told) {
        Duration after = told.after().isZero() ? backoff(failures + 1, LONGEST_BACKOFF) : told.after();
        return Collector.shorter(after, LONGEST_WAIT);
    }

    private static String why(Throwable failed) {
        // The text of another failure could have a header in it, and so a token.
        return failed instanceof IOException io
                ? Reason.of(io)
                : failed.getClass().getSimpleName() + ", a fault of Jemscope";
    }

    private void setAside(String file, String fault, long tookNanos) {
        Aside before = aside.get(file);
        int times = before == null ? 1 : before.failures() + 1;
        Duration rest = Duration.ofNanos(LEAST_REST * tookNanos);
        Duration backoff = backoff(times, LONGEST_WAIT);
        Duration wait = Collector.shorter(rest.compareTo(backoff) > 0 ? rest : backoff, LONGEST_WAIT);
        aside.put(file, new Aside(times, System.nanoTime() + wait.toNanos(), fault));
    }

    private void leaveAlone(String why, Duration wait) {
        if (!why.equals(failure)) {
            log.accept("the profiles for the sink " + name + " stay in the spool: " + why);
        }
        failure = why;
        failures++;
        // It wasn't their fault.
        aside.keySet().removeAll(suspects);
        suspects.clear();
        dueNanos = System.nanoTime() + wait.toNanos();
    }

    private static Duration backoff(int failures, Duration longest) {
        long seconds = Math.min(longest.toSeconds(), 1L << Math.min(failures - 1, MOST_DOUBLINGS));
        // Collectors that failed together don't come back together.
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(500 * seconds, 1_000 * seconds));
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

    /** How many profiles the sink can never take, were damaged in the spool, or were dropped after they were set aside. */
    long refused() {
        return refused.get() + spool.damaged();
    }

    long missed() {
        return missed.get();
    }

    /** How many profiles are in the spool that failed while the sink took others. */
    long setAside() {
        return aside.size();
    }

    boolean isUp() {
        return failure == null;
    }

    /** A sentence, if the sink has refused profiles and accepted none; else empty. */
    String refusal() {
        return refusal.isEmpty() || delivered.get() > 0
                ? ""
                : "the sink " + name + " accepts none of the profiles, such as " + refusal;
    }

    /** Why the sink doesn't get all profiles, in a sentence; empty if it does. */
    String illness() {
        if (failure != null) {
            return "the sink " + name + " accepts nothing: " + failure;
        }
        if (spoolFailure != null) {
            return "the sink " + name + " misses profiles: " + spoolFailure;
        }
        if (!refusal().isEmpty()) {
            return refusal();
        }
        if (spool.isFull()) {
            return "the sink " + name + " misses profiles: its spool is full";
        }
        return aside.values().stream()
                .findFirst()
                .map(any -> "the sink " + name + " has set aside " + aside.size() + " of the profiles: " + any.fault())
                .orElse("");
    }

    @Override
    public void close() throws IOException {
        try (sink) {
            spool.close();
        }
    }
}
