package io.jemscope.fleet.collect;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.discovery.Discovery;
import io.jemscope.fleet.http.Reason;
import io.jemscope.fleet.http.RetryException;
import io.jemscope.fleet.sink.Delivery;
import io.jemscope.fleet.store.MemoryFigures;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Requests profiles from agents on a schedule, and writes them to sinks through a {@link Spool} for each. One thread keeps the schedule,
 * some fetch, and one writes to each sink: a dead agent blocks one fetch, and a dead sink only fills its spool.
 */
public final class Collector implements Closeable {

    /** How often the schedule is checked. */
    private static final long TICK_MILLIS = 20;

    /** Discoveries are called this often, or each interval if that is shorter. */
    private static final Duration LOOK = Duration.ofSeconds(30);

    /** The first requests are spread over this time, or the interval if that is shorter. */
    private static final Duration FIRST = Duration.ofSeconds(10);

    /** How long the spool gathers a batch; with many agents a millisecond for each, up to {@link #LONGEST_GATHER}, so that batches are large. */
    private static final Duration GATHER = Duration.ofSeconds(5);

    private static final Duration LONGEST_GATHER = Duration.ofSeconds(30);

    /** The share of the heap that the batches of all sinks have together, compressed. To be stored they need up to five times as much. */
    private static final int BATCH_SHARE = 16;

    private static final long END_MILLIS = 10_000;

    private static final Duration LEAST_WAIT = Duration.ofSeconds(1);
    private static final Duration LONGEST_BACKOFF = Duration.ofHours(1);
    private static final int MOST_DOUBLINGS = 10;

    /** After failures, figures of memory are requested again after eight rounds at most. */
    private static final int MOST_MEMORY_DOUBLINGS = 3;

    /** By this share at most, an interval is shorter or longer. */
    private static final double JITTER = 0.1;

    private final List<Discovery> discoveries;
    private final Fetcher fetcher;
    private final Settings settings;
    private final InstantSource clock;
    private final Consumer<String> log;
    private final List<Outlet> outlets = new ArrayList<>();
    private final CollectorFigures figures = new CollectorFigures();
    private final ThreadPoolExecutor fetches;
    private final List<Thread> writers = new ArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    /** By address; guarded by itself. */
    private final Map<URI, Watched> watched = new LinkedHashMap<>();

    /** What each discovery found last. */
    private final Map<Discovery, List<Agent>> found = new HashMap<>();

    /** Why discoveries failed at the last look. */
    private final Map<Discovery, String> searchFaults = new ConcurrentHashMap<>();

    /**
     * How a collector works.
     *
     * @param every how long after a request the next one of the same agent is due
     * @param parallel how many requests run at a time
     * @param rounds how many requests each agent gets until the collector ends; 0 for no end
     * @param spoolBytes how many bytes may wait for each sink; a sink with more misses what is fetched, and an agent isn't asked while all
     *     sinks of its last profile have more
     */
    public record Settings(Duration every, int parallel, int rounds, long spoolBytes) {

        public Settings {
            if (every.toMillis() < 1 || parallel < 1 || rounds < 0 || spoolBytes < 1) {
                throw new IllegalArgumentException(
                        "the interval, the number of requests and the spool's size must be above 0");
            }
        }
    }

    /** An agent and when its next request is due. */
    private static final class Watched {

        private Agent agent;
        private long dueNanos;
        private int asked;
        private int failures;

        /** Why its last request failed; empty if it didn't. */
        private String fault = "";

        private boolean isBusy;

        /** How many requests for figures of memory have failed in a row. */
        private int memoryFailures;

        /** The round of the next request for them. */
        private int memoryDue;

        /** The outlets of its last profile; empty before the first. */
        private List<Outlet> takers = List.of();

        Watched(Agent agent, long dueNanos) {
            this.agent = agent;
            this.dueNanos = dueNanos;
        }
    }

    /**
     * Makes a collector.
     *
     * @param clock the times of profiles; the schedule doesn't use it
     * @param log takes lines for the user
     * @throws IOException if a spool can't be used
     */
    public Collector(
            List<Discovery> discoveries,
            Fetcher fetcher,
            List<Destination> sinks,
            Settings settings,
            InstantSource clock,
            Consumer<String> log)
            throws IOException {
        this.discoveries = List.copyOf(discoveries);
        this.fetcher = fetcher;
        this.settings = settings;
        this.clock = clock;
        this.log = log;
        open(sinks);
        fetches = new ThreadPoolExecutor(
                settings.parallel(),
                settings.parallel(),
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                daemons("jemscope-fetch"));
        fetches.allowCoreThreadTimeOut(true);
        for (Outlet outlet : outlets) {
            writers.add(daemons("jemscope-write-" + outlet.name()).newThread(() -> write(outlet)));
        }
    }

    private void open(List<Destination> sinks) throws IOException {
        try {
            long batchBytes = Runtime.getRuntime().maxMemory() / BATCH_SHARE / Math.max(1, sinks.size());
            for (Destination sink : sinks) {
                outlets.add(Outlet.open(sink, settings.spoolBytes(), batchBytes, log));
            }
            for (Path other :
                    Spool.neighbours(sinks.stream().map(Destination::spool).toList())) {
                log.accept("profiles wait in " + other + " for a sink that isn't named here: name it to deliver them");
            }
        } catch (IOException e) {
            closeOutlets();
            throw e;
        }
    }

    private void closeOutlets() throws IOException {
        for (Outlet outlet : outlets) {
            outlet.close();
        }
    }

    static ThreadFactory daemons(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * Collects, until all rounds are done, or the thread is interrupted.
     *
     * @return whether each sink has all profiles of all rounds
     */
    public boolean run() throws InterruptedException {
        writers.forEach(Thread::start);
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
        boolean isWritten = figures.skippedCount() == 0;
        for (int i = 0; i < outlets.size(); i++) {
            writers.get(i).join();
            isWritten &= outlets.get(i).finish() && outlets.get(i).missed() == 0;
        }
        return isWritten;
    }

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    private Duration gather() {
        Duration byAgents = shorter(longer(GATHER, Duration.ofMillis(agents())), LONGEST_GATHER);
        return shorter(byAgents, settings.every());
    }

    private void write(Outlet outlet) {
        try {
            while (!ended.await(gather().toMillis(), TimeUnit.MILLISECONDS)) {
                if (outlet.isDue()) {
                    outlet.drain();
                }
            }
        } catch (InterruptedException e) {
            // The collector was closed; what isn't written is in the spool.
            Thread.currentThread().interrupt();
        }
    }

    /** Calls the discoveries. */
    private void look() {
        Map<URI, Agent> agents = new LinkedHashMap<>();
        for (Discovery discovery : discoveries) {
            try {
                found.put(discovery, discovery.agents());
                if (searchFaults.remove(discovery) != null) {
                    log.accept("the search for agents works again");
                }
            } catch (IOException | RuntimeException e) {
                String why = Reason.of(e);
                if (!why.equals(searchFaults.put(discovery, why))) {
                    log.accept("cannot look for agents, so the last list is kept: " + why);
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
        long now = System.nanoTime();
        long overdue = 0;
        for (Watched each : watched.values()) {
            failing += each.failures > 0 ? 1 : 0;
            overdue = isToBeAsked(each) ? Math.max(overdue, now - each.dueNanos) : overdue;
        }
        figures.agents(watched.size(), failing, TimeUnit.NANOSECONDS.toSeconds(overdue));
    }

    private static long random(Duration most) {
        return ThreadLocalRandom.current().nextLong(Math.max(1, most.toNanos()));
    }

    private void askWhatIsDue() {
        List<Outlet> withRoom = outlets.stream().filter(Outlet::hasRoom).toList();
        List<Watched> due = new ArrayList<>();
        long now = System.nanoTime();
        synchronized (watched) {
            int free = settings.parallel();
            for (Watched each : watched.values()) {
                free -= each.isBusy ? 1 : 0;
            }
            // Those that have waited longest first: otherwise those at the end of the list would get no request under
            // load.
            List<Watched> waiting = watched.values().stream()
                    .filter(each -> isToBeAsked(each) && now - each.dueNanos >= 0)
                    .sorted(Comparator.comparingLong(each -> each.dueNanos - now))
                    .toList();
            for (Watched each : waiting) {
                if (due.size() < free) {
                    if (withRoom.isEmpty() || (!each.takers.isEmpty() && Collections.disjoint(each.takers, withRoom))) {
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
        due.forEach(each -> fetches.execute(() -> ask(each, withRoom)));
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

    private void ask(Watched each, List<Outlet> withRoom) {
        Agent agent;
        synchronized (watched) {
            agent = each.agent;
        }
        Duration wait = null;
        try {
            Delivery delivery = fetch(each, agent);
            List<Outlet> takers =
                    outlets.stream().filter(outlet -> outlet.isFor(delivery)).toList();
            figures.fetched(delivery.pprof().length);
            synchronized (watched) {
                each.takers = takers;
            }
            spool(delivery, takers, withRoom);
            answered(each);
        } catch (RetryException e) {
            wait = e.after();
            failed(each, e);
        } catch (IOException | RuntimeException e) {
            failed(each, e);
        } catch (OutOfMemoryError e) {
            failed(
                    each,
                    new IOException(
                            "the collector has too little memory for it. Let it use more, such as JEMSCOPE_JAVA_OPTS=-Xmx4g",
                            e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            next(each, wait);
        }
    }

    /** A profile, with the figures of memory if a sink takes them; it is worth keeping without them. */
    private Delivery fetch(Watched each, Agent agent) throws IOException, InterruptedException {
        boolean isMemoryTaken = outlets.stream().anyMatch(Outlet::takesMemory);
        MemoryFigures memory = MemoryFigures.UNKNOWN;
        String fault = "";
        if (isMemoryTaken && isMemoryDue(each)) {
            try {
                // Before the profile, so that it is spooled as soon as it is here.
                memory = fetcher.memory(agent);
            } catch (IOException | RuntimeException e) {
                fault = Reason.of(e);
            }
        }
        Instant time = clock.instant();
        Delivery delivery = new Delivery(agent, time, fetcher.fetch(agent), memory);
        if (!memory.equals(MemoryFigures.UNKNOWN)) {
            synchronized (watched) {
                each.memoryFailures = 0;
            }
        } else if (isMemoryTaken) {
            withoutMemory(each, fault);
        }
        return delivery;
    }

    /**
     * Not after its profiles failed twice, and not in the rounds after the figures failed: such requests can occupy a thread until they time out.
     */
    private boolean isMemoryDue(Watched each) {
        synchronized (watched) {
            return each.failures < 2 && each.asked >= each.memoryDue;
        }
    }

    private void withoutMemory(Watched each, String fault) {
        figures.withoutMemory();
        synchronized (watched) {
            if (!fault.isEmpty()) {
                if (each.memoryFailures == 0) {
                    log.accept("no figures of memory of " + each.agent + ", only profiles: " + fault);
                }
                each.memoryFailures++;
                each.memoryDue = each.asked + (1 << Math.min(each.memoryFailures, MOST_MEMORY_DOUBLINGS));
            }
        }
    }

    /** Adds a profile to the spools of its sinks, if they had room when it was requested. */
    private static void spool(Delivery delivery, List<Outlet> takers, List<Outlet> withRoom) {
        for (Outlet outlet : takers) {
            if (withRoom.contains(outlet)) {
                outlet.add(delivery);
            } else {
                outlet.miss();
            }
        }
    }

    private void answered(Watched each) {
        synchronized (watched) {
            if (each.failures > 0) {
                log.accept(each.agent + " answers again");
            }
            each.failures = 0;
            each.fault = "";
        }
    }

    private void failed(Watched each, Exception failure) {
        figures.failed();
        synchronized (watched) {
            each.failures++;
            String why = "no profile of " + each.agent + ": " + Reason.of(failure);
            if (!why.equals(each.fault)) {
                log.accept(why);
            }
            each.fault = why;
        }
    }

    private void next(Watched each, @Nullable Duration wait) {
        synchronized (watched) {
            each.asked++;
            each.isBusy = false;
            each.dueNanos = System.nanoTime()
                    + (wait == null
                            ? jittered(backoff(each.failures))
                            : asked(wait, each.failures).toNanos());
            countAgents();
        }
    }

    /** The agent's Retry-After, between one second and the longest backoff. After a second failure in a row it is at least the usual backoff. */
    Duration asked(Duration wait, int failures) {
        Duration least = failures > 1 ? backoff(failures) : shorter(LEAST_WAIT, settings.every());
        return longer(least, shorter(wait, longestBackoff()));
    }

    private Duration backoff(int failures) {
        Duration doubled = settings.every().multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
        return shorter(doubled, longestBackoff());
    }

    private Duration longestBackoff() {
        return longer(LONGEST_BACKOFF, settings.every());
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

    /** A sentence, if a sink has refused profiles and accepted none; else empty. */
    public String refusal() {
        return outlets.stream()
                .map(Outlet::refusal)
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** The collector's figures in Prometheus's text format. */
    public String metrics() {
        return figures.metrics(outlets);
    }

    /** What fails, in a sentence; empty if all works. */
    public String illness() {
        List<String> all = new ArrayList<>();
        searchFaults.values().forEach(why -> all.add("cannot look for agents, so the last list is kept: " + why));
        synchronized (watched) {
            if (!watched.isEmpty() && watched.values().stream().allMatch(each -> each.failures > 0)) {
                all.add("all agents fail, such as: "
                        + watched.values().iterator().next().fault);
            }
        }
        outlets.stream().map(Outlet::illness).filter(each -> !each.isEmpty()).forEach(all::add);
        return String.join("; ", all);
    }

    /** Ends all work. It waits some seconds for a batch that is being written; if that fails, the spool still has it. */
    @Override
    public void close() throws IOException {
        fetches.shutdownNow();
        ended.countDown();
        try {
            fetches.awaitTermination(END_MILLIS, TimeUnit.MILLISECONDS);
            for (Thread writer : writers) {
                writer.join(END_MILLIS);
            }
            for (Thread writer : writers) {
                writer.interrupt();
                writer.join(END_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeOutlets();
    }
}
