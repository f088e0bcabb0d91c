package io.jemscope.benchmarks.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.jemscope.fleet.collect.Collector;
import io.jemscope.fleet.collect.Destination;
import io.jemscope.fleet.collect.Fetcher;
import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.sink.Delivery;
import io.jemscope.fleet.sink.Sink;
import io.jemscope.fleet.sink.StoreSink;
import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.InstanceSites;
import io.jemscope.fleet.store.Population;
import io.jemscope.fleet.store.Selection;
import io.jemscope.fleet.store.clickhouse.ClickHouseStore;
import io.jemscope.fleet.store.clickhouse.LocalServer;
import io.jemscope.fleet.store.duckdb.DuckDbStore;
import io.jemscope.history.TimeSpan;
import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.pprof.PprofReader;
import io.jemscope.profile.pprof.PprofWriter;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Lets a collector run into faults, and prints what went in and what came out. Each request is answered with a real program's profile, varied,
 * of another process: so every profile counts as an instance, and their number and bytes in the store can be compared with what was sent.
 */
public final class FaultTable {

    private static final int AGENTS = 50;
    private static final int VARIANTS = 40;

    /** How many profiles each instance sends between two changes of the clock. */
    private static final int CLOCK_ROUNDS = 3;

    private static final Duration EVERY = Duration.ofMillis(100);
    private static final Duration KEEP = Duration.ofDays(30);
    private static final double MOST_DIFFERENCE = 1e-6;

    private final List<Profile> variants;
    private final Path folder;
    private int row;
    private boolean isRight = true;
    private long begun = System.nanoTime();

    private FaultTable(Profile profile, Path folder) {
        Random random = new Random(18);
        variants = new ArrayList<>();
        for (int i = 0; i < VARIANTS; i++) {
            double factor = 0.5 + random.nextDouble();
            List<Sample> samples = new ArrayList<>();
            for (Sample sample : profile.samples()) {
                double own = factor * (0.9 + 0.2 * random.nextDouble());
                Amount live = sample.live();
                samples.add(new Sample(
                        sample.stack(),
                        new Amount(live.objects() * own, live.bytes() * own),
                        Amount.NONE,
                        sample.labels()));
            }
            variants.add(new Profile(profile.rate(), samples, profile.mappings(), profile.metadata()));
        }
        this.folder = folder;
    }

    /** A store of one row of the table. */
    private interface Stores {

        FleetStore open(int row) throws IOException;

        /** What a collector writes it by. */
        default List<Sink> sinks(int row, InstantSource clock) {
            return List.of(new StoreSink(() -> open(row), KEEP, clock, line -> {}));
        }
    }

    /** What is done to a collector while it runs. */
    private interface Fault {

        void happen(Run run) throws Exception;
    }

    /** Agents that answer with profiles, and count them. */
    private final class Agents implements Closeable {

        private final List<HttpServer> servers = new ArrayList<>();
        private final AtomicLong count = new AtomicLong();

        /** The bytes of each profile, by its process. */
        private final Map<Long, Double> bytes = new ConcurrentHashMap<>();

        private final List<Agent> agents = new ArrayList<>();

        /** The bytes of the profiles that each agent has sent, in their order. */
        private final List<List<Double>> sent = new ArrayList<>();

        /** Agents whose process is another one in each profile, or stays the same. */
        Agents(boolean stays) throws IOException {
            ExecutorService threads = Executors.newFixedThreadPool(4);
            for (int i = 0; i < AGENTS; i++) {
                sent.add(new CopyOnWriteArrayList<>());
                HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
                server.setExecutor(threads);
                int its = i;
                server.createContext("/debug/pprof/heap", exchange -> respond(exchange, next(its, stays)));
                server.createContext(
                        "/metrics",
                        exchange ->
                                respond(exchange, SimulatedAgents.metrics(its).getBytes(StandardCharsets.US_ASCII)));
                server.start();
                servers.add(server);
                URI address =
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort());
                agents.add(Agent.of(address, "", Map.of(Agent.SERVICE, "shop")));
            }
        }

        private static void respond(HttpExchange exchange, byte[] body) throws IOException {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        }

        private byte[] next(int place, boolean stays) {
            long number = count.incrementAndGet();
            Profile profile = variants.get((int) (number % VARIANTS));
            bytes.put(1_000 + number, profile.live().bytes());
            sent.get(place).add(profile.live().bytes());
            ProfileMetadata facts = profile.metadata()
                    .with(ProfileMetadata.HOST, "web" + place)
                    .with(ProfileMetadata.PID, Long.toString(stays ? 1 : 1_000 + number))
                    .with(ProfileMetadata.TIME, Long.toString(System.currentTimeMillis()));
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            try {
                PprofWriter.write(new Profile(profile.rate(), profile.samples(), profile.mappings(), facts), body);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return body.toByteArray();
        }

        /** The bytes of the sent profiles that a store has. */
        double bytes(Stores stores, int number) throws IOException {
            double sum = 0;
            try (FleetStore store = stores.open(number)) {
                for (InstanceSites each : store.instances(Selection.of(TimeSpan.ALL, null))) {
                    // host/pid@start
                    String id = each.instance().id();
                    sum += bytes.getOrDefault(Long.parseLong(id.substring(id.indexOf('/') + 1, id.indexOf('@'))), 0.0);
                }
            }
            return sum;
        }

        @Override
        public void close() {
            servers.forEach(server -> server.stop(0));
        }
    }

    /** A collector at work. */
    private record Run(Collector collector, AtomicBoolean isDown) {

        void awaitFetched(long profiles) throws InterruptedException {
            while (collector.fetched() < profiles) {
                Thread.sleep(20);
            }
        }
    }

    /**
     * Prints the table.
     *
     * @param arguments a pprof file, a folder, the number of profiles of the longest row
     */
    public static void main(String[] arguments) throws Exception {
        Profile profile;
        try (InputStream in = Files.newInputStream(Path.of(arguments[0]))) {
            profile = PprofReader.read(in).withoutBirths();
        }
        FaultTable table = new FaultTable(profile, Path.of(arguments[1]));
        int most = Integer.parseInt(arguments[2]);
        System.out.printf(
                "%-58s %-10s %9s %9s %12s %9s%n", "fault", "store", "fetched", "stored", "bytes differ", "seconds");
        Path file = table.folder.resolve("faults");
        Files.createDirectories(file);
        table.rows("DuckDB", row -> DuckDbStore.write(file.resolve(row + ".duckdb"), Duration.ofMinutes(1)), most);
        if (LocalServer.isInstalled()) {
            table.clickHouse(most);
        }
        System.out.println(table.isRight ? "nothing was lost, and nothing counted twice" : "NOT AS PROMISED");
        System.exit(table.isRight ? 0 : 1);
    }

    private void clickHouse(int most) throws Exception {
        try (LocalServer one = LocalServer.start(folder.resolve("faults-1"));
                LocalServer two = LocalServer.start(folder.resolve("faults-2"))) {
            Stores stores = new Stores() {
                private List<URI> addresses(int row) {
                    return List.of(one.address("row" + row), two.address("row" + row));
                }

                @Override
                public FleetStore open(int row) throws IOException {
                    return ClickHouseStore.write(addresses(row), Map.of(), null);
                }

                @Override
                public List<Sink> sinks(int row, InstantSource clock) {
                    return StoreSink.ofServers(addresses(row), Map.of(), null, KEEP, clock, line -> {});
                }
            };
            rows("ClickHouse", stores, most);
            row("a shard is down for a while", "ClickHouse", stores, 500, run -> {
                run.awaitFetched(100);
                two.kill();
                run.awaitFetched(350);
                two.restart();
            });
            Random random = new Random(4);
            row("a shard is killed while it takes batches, five times", "ClickHouse", stores, 1_000, run -> {
                for (int i = 1; i <= 5; i++) {
                    run.awaitFetched(150L * i);
                    Thread.sleep(random.nextInt(300));
                    one.kill();
                    one.restart();
                }
            });
        }
    }

    private void rows(String name, Stores stores, int most) throws Exception {
        row("none", name, stores, 500, run -> {});
        row("the store is down for a while", name, stores, 500, run -> {
            run.awaitFetched(100);
            run.isDown().set(true);
            run.awaitFetched(400);
            run.isDown().set(false);
        });
        clock(name, stores);
        twice(name, stores);
        fullSpool(name, stores);
        slowSink(name, stores);
        row("none, " + most + " instances", name, stores, most, run -> {});
    }

    /** What happens to a batch before it is written. */
    private interface Before {

        void happens(Sink store, List<Delivery> batch) throws IOException;
    }

    private List<Destination> stores(Stores stores, int number, Before before) {
        return stores(stores, number, InstantSource.system(), before);
    }

    private List<Destination> stores(Stores stores, int number, InstantSource clock, Before before) {
        List<Destination> destinations = new ArrayList<>();
        for (Sink store : stores.sinks(number, clock)) {
            Sink sink = new Sink() {
                @Override
                public int batch() {
                    return store.batch();
                }

                @Override
                public boolean isFor(Delivery delivery) {
                    return store.isFor(delivery);
                }

                @Override
                public boolean takesMemory() {
                    return store.takesMemory();
                }

                @Override
                public void close() throws IOException {
                    store.close();
                }

                @Override
                public List<Refused> write(List<Delivery> deliveries) throws IOException, InterruptedException {
                    before.happens(store, deliveries);
                    return store.write(deliveries);
                }
            };
            String name = "store" + destinations.size();
            destinations.add(
                    new Destination(name, sink, folder.resolve("spool" + number).resolve(name)));
        }
        return destinations;
    }

    private static Before failsIf(AtomicBoolean isDown) {
        return (store, batch) -> {
            if (isDown.get()) {
                throw new IOException("switched off");
            }
        };
    }

    private Collector collector(List<Agent> agents, List<Destination> sinks, int rounds, long spoolBytes)
            throws IOException {
        return collector(agents, sinks, rounds, spoolBytes, InstantSource.system());
    }

    private Collector collector(
            List<Agent> agents, List<Destination> sinks, int rounds, long spoolBytes, InstantSource clock)
            throws IOException {
        BoundedClient client = new BoundedClient(null, Duration.ofMinutes(1), 32 << 20);
        return new Collector(
                List.of(() -> agents),
                new Fetcher(client),
                sinks,
                new Collector.Settings(EVERY, 4, rounds, spoolBytes),
                clock,
                line -> {});
    }

    private void row(String fault, String name, Stores stores, int profiles, Fault happening) throws Exception {
        row++;
        int number = row;
        AtomicBoolean isDown = new AtomicBoolean();
        try (Agents agents = new Agents(false)) {
            List<Destination> store = stores(stores, number, failsIf(isDown));
            long fetched;
            try (Collector collector = collector(agents.agents, store, profiles / AGENTS, 1L << 30)) {
                Thread running = running(collector);
                happening.happen(new Run(collector, isDown));
                running.join();
                fetched = collector.fetched();
            }
            deliverRest(store);
            print(fault, name, stores, number, agents, fetched);
        }
    }

    private static Thread running(Collector collector) {
        Thread running = new Thread(() -> {
            try {
                collector.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        running.start();
        return running;
    }

    /** What the collector left in its spool, by the next one. */
    private void deliverRest(List<Destination> sinks) throws Exception {
        boolean isDone = false;
        while (!isDone) {
            try (Collector next = collector(List.of(), sinks, 1, 1L << 30)) {
                isDone = next.run();
            }
        }
    }

    /**
     * The clock of the collector and its store is set back by an hour, and then forward by two, which has the store thinned out. Of each
     * instance the newest profile must be the last one, and the oldest one the first one after the clock was set back.
     */
    private void clock(String name, Stores stores) throws Exception {
        row++;
        int number = row;
        AtomicReference<Duration> error = new AtomicReference<>(Duration.ZERO);
        InstantSource clock = () -> Instant.now().plus(error.get());
        List<Destination> store = stores(stores, number, clock, (sink, batch) -> {});
        try (Agents agents = new Agents(true)) {
            for (int hours : new int[] {0, -1, 1}) {
                error.set(Duration.ofHours(hours));
                try (Collector collector = collector(agents.agents, store, CLOCK_ROUNDS, 1L << 30, clock)) {
                    isRight &= collector.run();
                }
            }
            Selection newest = Selection.of(TimeSpan.ALL, null);
            for (Selection which : List.of(newest, newest.oldest())) {
                int place = which.isOldest() ? CLOCK_ROUNDS : 3 * CLOCK_ROUNDS - 1;
                double bytes = agents.sent.stream()
                        .mapToDouble(each -> each.get(place))
                        .sum();
                print(
                        "the clock is set back, and forward: "
                                + (which.isOldest() ? "the oldest profiles" : "the newest profiles"),
                        name,
                        AGENTS,
                        bytes,
                        stores,
                        number,
                        which);
            }
        }
    }

    private void twice(String name, Stores stores) throws Exception {
        row++;
        int number = row;
        Map<List<Delivery>, Sink> batches = new ConcurrentHashMap<>();
        List<Destination> store = stores(stores, number, (sink, batch) -> batches.put(batch, sink));
        try (Agents agents = new Agents(false);
                Collector collector = collector(agents.agents, store, 500 / AGENTS, 1L << 30)) {
            collector.run();
            for (Map.Entry<List<Delivery>, Sink> batch : batches.entrySet()) {
                batch.getValue().write(batch.getKey());
            }
            print("each batch is delivered twice", name, stores, number, agents, collector.fetched());
        }
    }

    private void fullSpool(String name, Stores stores) throws Exception {
        row++;
        int number = row;
        AtomicBoolean isDown = new AtomicBoolean(true);
        try (Agents agents = new Agents(false)) {
            List<Destination> store = stores(stores, number, failsIf(isDown));
            long fetched;
            long missed;
            try (Collector collector = collector(agents.agents, store, 100, 1L << 20)) {
                Thread running = running(collector);
                // The run ends by itself if the spool never fills up.
                while (running.isAlive() && counted(collector, "missed") + skipped(collector) == 0) {
                    Thread.sleep(20);
                }
                isDown.set(false);
                running.join();
                fetched = collector.fetched();
                missed = counted(collector, "missed");
                isRight &= missed + skipped(collector) > 0;
            }
            deliverRest(store);
            // A profile that was fetched for a server whose spool is full is missed.
            isRight &= agents.count.get() == fetched;
            print(
                    "the spool (1 MiB) fills up; " + missed + " more were missed",
                    name,
                    fetched - missed,
                    agents.bytes(stores, number),
                    stores,
                    number,
                    Selection.of(TimeSpan.ALL, null));
        }
    }

    private void slowSink(String name, Stores stores) throws Exception {
        row++;
        int number = row;
        AtomicLong taken = new AtomicLong();
        Sink slow = deliveries -> {
            Thread.sleep(500);
            taken.incrementAndGet();
            return List.of();
        };
        List<Destination> sinks = stores(stores, number, (sink, batch) -> {});
        sinks.add(new Destination("slow", slow, folder.resolve("slow" + number)));
        try (Agents agents = new Agents(false);
                Collector collector = collector(agents.agents, sinks, 500 / AGENTS, 1L << 30)) {
            Thread running = running(collector);
            while (counted(collector, "delivered") < 500) {
                Thread.sleep(50);
            }
            print(
                    "another sink takes half a second for each (it had " + taken + ")",
                    name,
                    stores,
                    number,
                    agents,
                    collector.fetched());
            running.interrupt();
            running.join();
        }
    }

    /** A figure of the store's sinks. */
    private static long counted(Collector collector, String figure) {
        return sum(collector, figure + "_total{sink=\"store");
    }

    private static long skipped(Collector collector) {
        return sum(collector, "skipped_total ");
    }

    private static long sum(Collector collector, String lines) {
        return collector
                .metrics()
                .lines()
                .filter(line -> line.startsWith("jemscope_collector_" + lines))
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private void print(String fault, String name, Stores stores, int number, Agents agents, long fetched)
            throws IOException {
        isRight &= agents.count.get() == fetched;
        print(
                fault,
                name,
                fetched,
                agents.bytes.values().stream().mapToDouble(each -> each).sum(),
                stores,
                number,
                Selection.of(TimeSpan.ALL, null));
    }

    private void print(
            String fault, String name, long instances, double sentBytes, Stores stores, int number, Selection selection)
            throws IOException {
        long stored = 0;
        double bytes = 0;
        try (FleetStore store = stores.open(number)) {
            for (Population population : store.totals(selection).populations()) {
                stored += population.instances();
                bytes += population.sums().bytes();
            }
        }
        double difference = Math.abs(bytes / sentBytes - 1);
        isRight &= stored == instances && difference < MOST_DIFFERENCE;
        System.out.printf(
                "%-58s %-10s %,9d %,9d %12.1e %,9.0f%n",
                fault, name, instances, stored, difference, (System.nanoTime() - begun) / 1e9);
        begun = System.nanoTime();
    }
}
