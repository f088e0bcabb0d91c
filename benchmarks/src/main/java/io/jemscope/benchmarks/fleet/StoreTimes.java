package io.jemscope.benchmarks.fleet;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.question.FleetQuestion;
import io.jemscope.fleet.question.FleetTop;
import io.jemscope.fleet.sink.Delivery;
import io.jemscope.fleet.sink.ProfileReading;
import io.jemscope.fleet.sink.StoreSink;
import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.Instance;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.fleet.store.StackSum;
import io.jemscope.fleet.store.StoredProfile;
import io.jemscope.fleet.store.Sums;
import io.jemscope.fleet.store.clickhouse.ClickHouseStore;
import io.jemscope.fleet.store.clickhouse.LocalServer;
import io.jemscope.fleet.store.duckdb.DuckDbStore;
import io.jemscope.history.Retention;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Fills stores with what a fleet's collector leaves there after some time, and times questions. Each profile is one of a real program, whose
 * amounts are varied by instance and time. Every fifth instance is of a newer version, one of whose sites holds double.
 */
public final class StoreTimes {

    private static final int BATCH = 200;
    private static final int REPEATS = 5;
    private static final Duration EVERY = Duration.ofMinutes(5);

    /** Of a process in a container. */
    private static final MemoryFigures MEMORY =
            new MemoryFigures(450_000_000, 1L << 30, 500_000_000, 200_000_000, 150_000_000, 180_000_000, 30_000_000);

    private final StoredProfile original;
    private final int instances;
    private final Duration age;
    private final Instant now = Instant.now();
    private final String grown;

    private StoreTimes(StoredProfile original, int instances, Duration age) {
        this.original = original;
        this.instances = instances;
        this.age = age;
        grown = original.stacks().stream()
                .max(Comparator.comparingDouble(stack -> stack.sums().bytes()))
                .orElseThrow()
                .site();
    }

    /** A question. */
    @FunctionalInterface
    private interface Question {

        Object answer(FleetStore store) throws Exception;
    }

    /**
     * Measures.
     *
     * @param arguments a pprof file, the number of instances, days, a folder for the stores, and which stores: duckdb, clickhouse
     */
    public static void main(String[] arguments) throws Exception {
        StoreTimes times = new StoreTimes(
                original(Path.of(arguments[0])),
                Integer.parseInt(arguments[1]),
                Duration.ofDays(Integer.parseInt(arguments[2])));
        Path folder = Path.of(arguments[3]);
        System.out.printf(
                "a profile has %,d stacks of %,d sites; %,d instances, %d days, %,d profiles of each%n",
                times.original.stacks().size(),
                times.original.stacks().stream().map(StackSum::site).distinct().count(),
                times.instances,
                times.age.toDays(),
                times.moments().size());
        for (int i = 4; i < arguments.length; i++) {
            if (arguments[i].equals("duckdb")) {
                Path file = folder.resolve("fleet.duckdb");
                times.measure(
                        "DuckDB, one file",
                        () -> Files.size(file),
                        () -> DuckDbStore.write(file, Duration.ofMinutes(5)),
                        () -> DuckDbStore.read(file, Duration.ofMinutes(5)));
            } else {
                times.clickHouse(folder);
            }
        }
    }

    private void clickHouse(Path folder) throws Exception {
        Path data = folder.resolve("clickhouse");
        try (LocalServer one = LocalServer.start(data.resolve("one"));
                LocalServer two = LocalServer.start(data.resolve("two"))) {
            List<URI> shards = List.of(one.address("jemscope"), two.address("jemscope"));
            measure(
                    "ClickHouse, two servers",
                    () -> activeBytes(one) + activeBytes(two),
                    () -> ClickHouseStore.write(shards, Map.of(), null),
                    () -> ClickHouseStore.read(shards, Map.of(), null));
            System.out.printf(
                    "  memory of the servers at most: %,d and %,d MiB%n", peakMib(one.pid()), peakMib(two.pid()));
        }
    }

    private static long peakMib(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                        .filter(line -> line.startsWith("VmHWM:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                        .findFirst()
                        .orElse(0)
                >> 10;
    }

    /** The profile as a store gets it. */
    private static StoredProfile original(Path pprof) throws IOException {
        Agent agent = Agent.of(URI.create("http://127.0.0.1:1"), "", Map.of(Agent.SERVICE, "shop"));
        Delivery delivery = new Delivery(agent, Instant.now(), Files.readAllBytes(pprof), MEMORY);
        return ProfileReading.read(delivery, new HashMap<>());
    }

    /** The times of the profiles that are left of an instance after thinning. */
    private List<Instant> moments() {
        List<Instant> moments = new ArrayList<>();
        Duration passed = Duration.ZERO;
        while (passed.compareTo(age) <= 0) {
            moments.add(now.minus(passed));
            Duration step = EVERY;
            for (Retention.Interval interval : Retention.intervals()) {
                step = interval.length().compareTo(EVERY) > 0 ? interval.length() : EVERY;
                if (passed.compareTo(interval.upTo()) < 0) {
                    break;
                }
            }
            passed = passed.plus(step);
        }
        return moments;
    }

    /** What a store takes on disk. */
    @FunctionalInterface
    private interface Size {

        long bytes() throws Exception;
    }

    private void measure(String name, Size size, StoreSink.Opening write, StoreSink.Opening read) throws Exception {
        System.out.println(name);
        long begin = System.nanoTime();
        long profiles = 0;
        double newest = 0;
        List<Instant> moments = moments();
        for (int m = moments.size() - 1; m >= 0; m--) {
            for (int first = 0; first < instances; first += BATCH) {
                List<StoredProfile> batch = new ArrayList<>();
                for (int i = first; i < Math.min(instances, first + BATCH); i++) {
                    StoredProfile profile = varied(i, moments.get(m), m);
                    batch.add(profile);
                    newest += m == 0
                            ? profile.stacks().stream()
                                    .mapToDouble(stack -> stack.sums().bytes())
                                    .sum()
                            : 0;
                }
                try (FleetStore store = write.open()) {
                    profiles += store.append(batch);
                }
            }
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        long samples = profiles * original.stacks().size();
        long bytes = size.bytes();
        System.out.printf(
                "  %,d profiles in: %,.0f a second, %,.0f samples a second; %,d MiB on disk, %,d bytes a profile, %.1f a sample%n",
                profiles,
                profiles / seconds,
                samples / seconds,
                bytes >> 20,
                bytes / profiles,
                (double) bytes / samples);
        FleetQuestion usual = new FleetQuestion(null, now.plusSeconds(1), null);
        FleetQuestion all = new FleetQuestion(null, now.plusSeconds(1), age.plusSeconds(1));
        time("top", read, usual::top);
        time("top, of all the time", read, all::top);
        time("diff of a version, of a week", read, store -> usual.diff(store, "2", null));
        time("diff since two hours ago", read, store -> usual.diff(store, now.minus(Duration.ofHours(2))));
        time("trend, of a day", read, usual::trend);
        time("trend, of all the time", read, all::trend);
        time("why, of a day", read, store -> usual.why(store, null));
        time("why, of all the time", read, store -> all.why(store, null));
        time("the stacks of a site", read, store -> usual.stacks(store, grown, 20));
        time("the stacks, of all the time", read, store -> all.stacks(store, grown, 20));
        try (FleetStore store = read.open()) {
            double found = 0;
            for (FleetTop.Service each : usual.top(store).services()) {
                found += each.liveBytes().value();
            }
            System.out.printf("  what went in and what came out differ by %.1e of it%n", Math.abs(found / newest - 1));
        }
    }

    /** Without the parts that were merged into others, and are removed some minutes later. */
    private static long activeBytes(LocalServer server) throws IOException, InterruptedException {
        String question = "SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = 'jemscope'";
        HttpRequest request = HttpRequest.newBuilder(server.address("").resolve("/"))
                .POST(HttpRequest.BodyPublishers.ofString(question))
                .build();
        return Long.parseLong(HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body()
                .strip());
    }

    private static void time(String what, StoreSink.Opening opening, Question question) throws Exception {
        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < REPEATS; i++) {
            long begin = System.nanoTime();
            try (FleetStore store = opening.open()) {
                question.answer(store);
            }
            millis.add((System.nanoTime() - begin) / 1_000_000);
        }
        long first = millis.get(0);
        millis.sort(null);
        System.out.printf(
                "  %-30s %,7d ms the first time, %,7d ms median of %d%n",
                what, first, millis.get(REPEATS / 2), REPEATS);
    }

    private StoredProfile varied(int number, Instant time, int moment) {
        Random random = new Random(31L * number + 7);
        double fullness = 0.5 + random.nextDouble();
        boolean isNew = number % 5 == 0;
        List<StackSum> stacks = new ArrayList<>(original.stacks().size());
        for (StackSum stack : original.stacks()) {
            double factor = fullness
                    * (0.9 + 0.2 * random.nextDouble())
                    / (1 + 0.001 * moment)
                    * (isNew && stack.site().equals(grown) ? 2 : 1);
            Sums sums = stack.sums();
            stacks.add(new StackSum(
                    stack.site(),
                    stack.stack(),
                    new Sums(
                            sums.bytes() * factor,
                            sums.objects() * factor,
                            sums.variance() * factor,
                            sums.weights() * factor,
                            sums.steps() * factor)));
        }
        Instance instance = Instance.of(
                "web" + number + "/" + (1_000 + number) + "@1764097200123",
                number % 10 == 9 ? "mail" : "shop",
                isNew ? "2" : "1",
                "web" + number,
                Map.of("zone", "eu-" + number % 3));
        return new StoredProfile(
                instance, number + "-" + moment, time, original.rateBytes(), original.memory(), stacks);
    }
}
