package io.jemscope.cli.demo;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.fleet.LocalAgents;
import io.jemscope.cli.fleet.StorePlace;
import io.jemscope.cli.launch.Image;
import io.jemscope.cli.launch.Jemalloc;
import io.jemscope.cli.launch.SampleDistance;
import io.jemscope.cli.recording.DumpFolder;
import io.jemscope.cli.target.ProcessTable;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.fleet.collect.Collector;
import io.jemscope.fleet.collect.Fetcher;
import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.question.FleetDiff;
import io.jemscope.fleet.question.FleetText;
import io.jemscope.fleet.question.FleetTop;
import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.Selection;
import io.jemscope.fleet.store.Totals;
import io.jemscope.history.TimeSpan;
import io.jemscope.report.Units;
import io.jemscope.report.Wrapping;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs three versions of the leaky service in five instances each, collects their profiles into a store, and compares what the store
 * answers with what the instances planted.
 */
public final class FleetDemo {

    /** Each leaks something else, see the service. */
    private static final List<String> VERSIONS = List.of("1.0", "1.1", "1.2");

    private static final int INSTANCES = 5;

    /** While the instances leak. */
    private static final int ROUNDS = 3;

    private static final Duration EVERY = Duration.ofSeconds(4);

    /** Of the last round. */
    private static final int MOST_TRIES = 3;

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int LOOK_MILLIS = 100;
    private static final int MOST_PROFILE_BYTES = 32 << 20;
    private static final long SPOOL_BYTES = 1L << 28;
    private static final Duration KEEP = Duration.ofDays(30);
    private static final int ROWS = 6;
    private static final int END_SECONDS = 10;

    private final Image image;
    private final Map<String, String> environment;
    private final DumpFolder folder;
    private final String mainClass;
    private final StorePlace store;
    private final Console console;
    private volatile boolean isStopped;

    /** Keeps other JVMs of this machine out. */
    private final String service = "shop-" + ProcessHandle.current().pid();

    /**
     * Makes it.
     *
     * @param folder where the instances and the collector put their files
     * @param mainClass the service
     * @param store where the profiles go
     */
    public FleetDemo(
            Image image,
            Map<String, String> environment,
            DumpFolder folder,
            String mainClass,
            StorePlace store,
            Console console) {
        this.image = image;
        this.environment = environment;
        this.folder = folder;
        this.mainClass = mainClass;
        this.store = store;
        this.console = console;
    }

    /** Whether a signal ends this process. Then nothing more should be printed. */
    public boolean isStopped() {
        return isStopped;
    }

    /**
     * Runs it. When it returns, all instances have ended. If a signal ends this process meanwhile, they end and the folder is deleted.
     *
     * @return whether the answers are as promised
     */
    public boolean run(Jemalloc jemalloc, SampleDistance distance)
            throws CommandFailure, IOException, InterruptedException {
        Thread runner = Thread.currentThread();
        CountDownLatch done = new CountDownLatch(1);
        ShopFleet shops = new ShopFleet(service, image, jemalloc, environment, folder.path());
        Thread stop = new Thread(() -> stop(shops, runner, done), "jemscope-stop");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            Instant begin = Instant.now();
            Map<String, List<PlantedLeak>> planted = collectFrom(shops, distance);
            // What follows needs the store alone.
            shops.end();
            return answer(begin, planted);
        } catch (CommandFailure | IOException | InterruptedException e) {
            if (isStopped) {
                return false;
            }
            throw e;
        } finally {
            shops.end();
            done.countDown();
            forget(stop);
        }
    }

    private static void forget(Thread stop) {
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException e) {
            // This process is ending.
        }
    }

    private void stop(ShopFleet shops, Thread runner, CountDownLatch done) {
        isStopped = true;
        runner.interrupt();
        shops.end();
        try {
            boolean unused = done.await(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        folder.delete();
    }

    private Map<String, List<PlantedLeak>> collectFrom(ShopFleet shops, SampleDistance distance)
            throws CommandFailure, IOException, InterruptedException {
        int seed = 0;
        for (String version : VERSIONS) {
            for (int i = 0; i < INSTANCES; i++) {
                seed++;
                shops.start(mainClass, version, seed, distance);
            }
        }
        awaitAgents(shops);
        say(shops.count() + " instances run. A collector fetches a profile of each every " + EVERY.toSeconds()
                + " s while they leak.");
        collect(ROUNDS);
        Map<String, List<PlantedLeak>> planted = shops.awaitPlanted();
        say("They have stopped leaking. The collector fetches a last profile of each.");
        // Only a profile from after the last leak can be compared with what was planted.
        for (int i = 0; i < MOST_TRIES; i++) {
            shops.check();
            if (collect(1) == shops.count()) {
                return planted;
            }
        }
        throw new CommandFailure(
                ExitCode.WANTING,
                "not every instance sent its profile",
                "the lines above have each one's reason",
                "try again when this machine is less busy");
    }

    private void awaitAgents(ShopFleet shops) throws CommandFailure, IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (agents().agents().size() < shops.count()) {
            shops.check();
            if (System.nanoTime() - end > 0) {
                throw new CommandFailure(
                        ExitCode.WANTING,
                        "the demonstration is too slow",
                        "not every instance has an agent after " + PATIENCE.toSeconds() + " s",
                        "try again when this machine is less busy");
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private LocalAgents agents() {
        return new LocalAgents(ProcessTable.OWN, environment, List.of(service));
    }

    /** Returns how many profiles were fetched, and are stored. */
    private long collect(int rounds) throws CommandFailure, IOException, InterruptedException {
        BoundedClient client = new BoundedClient(null, PATIENCE, MOST_PROFILE_BYTES);
        int parallel = Math.max(2, Runtime.getRuntime().availableProcessors());
        try (Collector collector = new Collector(
                List.of(agents()),
                new Fetcher(client),
                store.destinations(folder.path().resolve("spool"), KEEP, this::notice),
                new Collector.Settings(EVERY, parallel, rounds, SPOOL_BYTES),
                Clock.systemUTC(),
                this::notice)) {
            if (!collector.run()) {
                throw new CommandFailure(
                        ExitCode.REFUSED,
                        "the profiles can't be stored",
                        collector.illness(),
                        "check the disk's free space");
            }
            return collector.fetched();
        }
    }

    private void print(Map<String, List<PlantedLeak>> planted) {
        console.out().println();
        planted.forEach((version, leaks) -> {
            Map<String, Long> bySite = new LinkedHashMap<>();
            leaks.forEach(leak -> bySite.merge(leak.site(), leak.bytes(), Long::sum));
            bySite.forEach((site, bytes) -> console.out()
                    .println("  shop " + version + ": planted " + Units.bytes(bytes) + " in " + INSTANCES
                            + " instances  " + site));
        });
        console.out().println();
    }

    private boolean answer(Instant begin, Map<String, List<PlantedLeak>> planted) throws CommandFailure, IOException {
        print(planted);
        Totals totals;
        try (FleetStore opened = store.read()) {
            totals = opened.totals(Selection.of(new TimeSpan(begin, Instant.now()), service));
        }
        int columns = Terminal.outputColumns();
        console.out().print(FleetText.of(FleetTop.of(totals), ROWS, columns));
        boolean kept = true;
        StringBuilder verdicts = new StringBuilder();
        for (int i = 1; i < VERSIONS.size(); i++) {
            String base = VERSIONS.get(i - 1);
            String release = VERSIONS.get(i);
            FleetDiff diff = FleetDiff.ofVersion(totals, release, base::equals);
            console.out().println();
            console.out()
                    .print(FleetText.of(
                            diff,
                            "What came with " + release + " after " + base,
                            "of sampling and of the differences between instances",
                            ROWS,
                            columns));
            List<FleetVerdict> ofRelease = FleetVerdict.of(
                    release,
                    planted.getOrDefault(base, List.of()),
                    planted.getOrDefault(release, List.of()),
                    INSTANCES,
                    mainClass.substring(0, mainClass.lastIndexOf('.') + 1),
                    diff);
            ofRelease.forEach(verdict -> verdicts.append(verdict.text()).append('\n'));
            kept &= !ofRelease.isEmpty() && ofRelease.stream().allMatch(FleetVerdict::isKept);
        }
        console.out().println();
        console.out().print(verdicts);
        return kept;
    }

    private void notice(String line) {
        if (!isStopped) {
            console.err().println("jemscope: " + line);
        }
    }

    private void say(String words) {
        console.out().println(Wrapping.fit(words, Terminal.outputColumns()));
    }
}
