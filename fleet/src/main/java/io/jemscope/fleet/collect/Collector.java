package io.jemscope.fleet.collect;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.discovery.Discovery;
import io.jemscope.fleet.http.Reason;
import io.jemscope.fleet.sink.Delivery;
import io.jemscope.fleet.sink.Sink;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks agents for profiles on a schedule, and carries them to a sink by way of a {@link Spool}. One thread keeps the schedule, some
 * fetch, one writes: a dead agent holds up one fetch, a dead sink only fills the spool.
 */
public final class Collector implements Closeable {

    /** How often the schedule is looked at. */
    private static final long TICK_MILLIS = 100;

    /** Discoveries are asked this often, or each interval if that is shorter. */
    private static final Duration LOOK = Duration.ofSeconds(30);

    /** The first requests are spread over this time, or the interval if that is shorter. */
    private static final Duration FIRST = Duration.ofSeconds(10);

    /** How long the spool gathers a batch. */
    private static final Duration GATHER = Duration.ofSeconds(5);

    private static final long END_MILLIS = 10_000;

    private static final Duration LONGEST_BACKOFF = Duration.ofHours(1);
    private static final int MOST_DOUBLINGS = 10;

    /** By this share at most, an interval is shorter or longer. */
    private static final double JITTER = 0.1;

    private final List<Discovery> discoveries;
    private final Fetcher fetcher;
    private final Settings settings;
    private final Consumer<String> log;
    private final Spool spool;
    private final Outlet outlet;
    private final CollectorFigures figures = new CollectorFigures();
    private final ThreadPoolExecutor fetches;
    private final Thread writer;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** By address; guarded by itself. */
    private final Map<URI, Watched> watched = new LinkedHashMap<>();

    /** What each discovery found last. */
    private final Map<Discovery, List<Agent>> found = new HashMap<>();

    /** The discoveries that failed at the last look. */
    private final Set<Discovery> failed = new HashSet<>();

    /**
     * How a collector works.
     *
     * @param every how often each agent is asked
     * @param parallel how many agents are asked at a time
     * @param rounds how often each agent is asked until the collector ends; 0 for without end
     * @param spool the folder of profiles that the sink hasn't taken yet
     * @param spoolBytes how many bytes of them at most; while it is full no agent is asked
     */
    public record Settings(Duration every, int parallel, int rounds, Path spool, long spoolBytes) {

        public Settings {
            if (every.toMillis() < 1 || parallel < 1 || rounds < 0 || spoolBytes < 1) {
                throw new IllegalArgumentException("a collector asks at least one agent at a time, now and then");
            }
        }
    }

    /** An agent and when it is asked next. */
    private static final class Watched {

        private Agent agent;
        private long dueNanos;
        private int asked;
        private int failures;
        private boolean isBusy;

        Watched(Agent agent, long dueNanos) {
            this.agent = agent;
            this.dueNanos = dueNanos;
        }
    }

    /**
     * Makes a collector.
     *
     * @param log takes a line for each thing that a person should know
     * @throws IOException if the spool can't be used
     */
    public Collector(List<Discovery> discoveries, Fetcher fetcher, Sink sink, Settings settings, Consumer<String> log)
            throws IOException {
        this.discoveries = List.copyOf(discoveries);
        this.fetcher = fetcher;
        this.settings = settings;
        this.log = log;
        spool = Spool.open(settings.spool(), settings.spoolBytes());
        outlet = new Outlet(spool, sink, figures, log);
        fetches = new ThreadPoolExecutor(
                settings.parallel(),
                settings.parallel(),
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                daemons("jemscope-fetch"));
        fetches.allowCoreThreadTimeOut(true);
        writer = daemons("jemscope-write").newThread(this::write);
    }

    private static ThreadFactory daemons(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * Collects, until all rounds are done, or the thread is interrupted.
     *
     * @return whether everything that was fetched was written, too
     */
    public boolean run() throws InterruptedException {
        writer.start();
        long nextLook = System.nanoTime();
        while (true) {
            if (System.nanoTime() - nextLook >= 0) {
                look();
                nextLook = System.nanoTime() + shorter(LOOK, settings.every()).toNanos();
            }
            askWhatIsDue();
            if (isDone()) {
                break;
            }
            Thread.sleep(TICK_MILLIS);
        }
        ended.countDown();
        writer.join();
        return outlet.drain();
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void write() {
        try {
            while (!ended.await(shorter(GATHER, settings.every()).toMillis(), TimeUnit.MILLISECONDS)) {
                outlet.drain();
            }
        } catch (InterruptedException e) {
            // The collector was closed; what isn't written is in the spool.
            Thread.currentThread().interrupt();
        }
    }

    /** Asks the discoveries. */
    private void look() {
        Map<URI, Agent> agents = new LinkedHashMap<>();
        for (Discovery discovery : discoveries) {
            try {
                found.put(discovery, discovery.agents());
                failed.remove(discovery);
            } catch (IOException | RuntimeException e) {
                if (failed.add(discovery)) {
                    log.accept("the agents of the last look are kept: " + Reason.of(e));
                }
            }
            for (Agent agent : found.getOrDefault(discovery, List.of())) {
                agents.putIfAbsent(agent.address(), agent);
            }
        }
        synchronized (watched) {
            watched.values().removeIf(each -> !each.isBusy && !agents.containsKey(each.agent.address()));
            for (Agent agent : agents.values()) {
                Watched known = watched.get(agent.address());
                if (known == null) {
                    long wait = random(shorter(FIRST, settings.every()));
                    watched.put(agent.address(), new Watched(agent, System.nanoTime() + wait));
                } else {
                    known.agent = agent;
                }
            }
            countAgents();
        }
    }

    private void countAgents() {
        int failing = 0;
        for (Watched each : watched.values()) {
            failing += each.failures > 0 ? 1 : 0;
        }
        figures.agents(watched.size(), failing);
    }

    private static long random(Duration most) {
        return ThreadLocalRandom.current().nextLong(Math.max(1, most.toNanos()));
    }

    private void askWhatIsDue() {
        List<Watched> due = new ArrayList<>();
        long now = System.nanoTime();
        synchronized (watched) {
            int free = settings.parallel();
            for (Watched each : watched.values()) {
                free -= each.isBusy ? 1 : 0;
            }
            for (Watched each : watched.values()) {
                if (due.size() < free && isToBeAsked(each) && now - each.dueNanos >= 0) {
                    if (spool.isFull()) {
                        figures.skipped();
                        each.asked++;
                        each.dueNanos = now + jittered(settings.every());
                    } else {
                        each.isBusy = true;
                        due.add(each);
                    }
                }
            }
        }
        due.forEach(each -> fetches.execute(() -> ask(each)));
    }

    private boolean isToBeAsked(Watched each) {
        return !each.isBusy && (settings.rounds() == 0 || each.asked < settings.rounds());
    }

    private boolean isDone() {
        synchronized (watched) {
            return settings.rounds() > 0
                    && watched.values().stream().allMatch(each -> !each.isBusy && each.asked >= settings.rounds());
        }
    }

    private void ask(Watched each) {
        Agent agent;
        synchronized (watched) {
            agent = each.agent;
        }
        Duration wait = null;
        try {
            Instant time = Instant.now();
            byte[] pprof = fetcher.fetch(agent);
            spool.add(new Delivery(agent, time, pprof));
            figures.fetched(pprof.length);
            answered(each);
        } catch (Fetcher.RetryException e) {
            wait = e.after();
            failed(each, e);
        } catch (IOException | RuntimeException e) {
            failed(each, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            next(each, wait);
        }
    }

    private void answered(Watched each) {
        synchronized (watched) {
            if (each.failures > 0) {
                log.accept(each.agent + " answers again");
            }
            each.failures = 0;
        }
    }

    private void failed(Watched each, Exception failure) {
        figures.failed();
        synchronized (watched) {
            each.failures++;
            if (each.failures == 1) {
                log.accept("no profile of " + each.agent + ": " + Reason.of(failure));
            }
        }
    }

    private void next(Watched each, @Nullable Duration wait) {
        synchronized (watched) {
            each.asked++;
            each.isBusy = false;
            each.dueNanos = System.nanoTime() + (wait == null ? jittered(backoff(each.failures)) : wait.toNanos());
            countAgents();
        }
    }

    private Duration backoff(int failures) {
        Duration doubled = settings.every().multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
        Duration longest = LONGEST_BACKOFF.compareTo(settings.every()) > 0 ? LONGEST_BACKOFF : settings.every();
        return shorter(doubled, longest);
    }

    private static long jittered(Duration interval) {
        double factor = 1 - JITTER + 2 * JITTER * ThreadLocalRandom.current().nextDouble();
        return (long) (interval.toNanos() * factor);
    }

    /** How many profiles were fetched. */
    public long fetched() {
        return figures.fetchedCount();
    }

    /** How many agents were found at the last look. */
    public int agents() {
        synchronized (watched) {
            return watched.size();
        }
    }

    /** The collector's figures in Prometheus's text format. */
    public String metrics() {
        return figures.metrics(spool);
    }

    /** Why the collector isn't well, in a sentence; empty if it is. */
    public String illness() {
        String failure = figures.sinkFailure();
        if (failure != null) {
            return failure;
        }
        return spool.isFull() ? "the spool " + settings.spool() + " is full, so no agent is asked" : "";
    }

    /** Ends all work. A batch that is being written is waited for, up to some seconds; if it fails, the spool has it. */
    @Override
    public void close() {
        fetches.shutdownNow();
        ended.countDown();
        try {
            writer.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
