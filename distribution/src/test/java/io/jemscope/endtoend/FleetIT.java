package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpServer;
import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetProcess;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two versions of a service run in three JVMs each, and one version leaks: the fleet's answers name its lines. */
class FleetIT {

    private static final int INSTANCES = 3;

    @TempDir
    private Path folder;

    /** Other tests' programs run on this machine, too. */
    private final String service = "fleet-" + ProcessHandle.current().pid();

    private final List<LiveTarget> targets = new ArrayList<>();

    @AfterEach
    void end() throws IOException {
        for (LiveTarget target : targets) {
            target.close();
        }
    }

    @Test
    void whatCameWithAVersionIsNamed() throws Exception {
        List<LiveTarget> old = start("1.0");
        List<LiveTarget> leaky = start("1.1");
        List<Plant> plants = List.of();
        for (LiveTarget target : leaky) {
            plants = target.leak();
        }
        // It grows while the programs start, and by the answers of their agents.
        long heapBefore = ledger("javaHeap");

        collect();

        JsonObject top = json("top", "--service", service);
        assertThat(top.getAsJsonArray("services")).singleElement().satisfies(each -> {
            assertThat(each.getAsJsonObject().get("instances").getAsInt()).isEqualTo(2 * INSTANCES);
            assertThat(each.getAsJsonObject().get("versions").toString()).isEqualTo("[\"1.0\",\"1.1\"]");
            assertThat(each.getAsJsonObject().get("residentInstances").getAsInt())
                    .isEqualTo(2 * INSTANCES);
            assertNear(each.getAsJsonObject().get("residentBytes").getAsLong(), resident());
        });
        assertThat(json("why", "--service", service).getAsJsonArray("memory"))
                .singleElement()
                .satisfies(each -> {
                    JsonObject memory = each.getAsJsonObject();
                    assertNear(memory.get("residentBytes").getAsLong(), resident());
                    assertThat(memory.get("heapBytes").getAsLong()).isBetween(heapBefore, ledger("javaHeap"));
                    assertThat(memory.get("keptBytes").getAsLong()).isBetween(1L, resident());
                    assertThat(memory.get("otherBytes").getAsLong()).isBetween(1L, resident());
                });
        assertThat(plants).isNotEmpty();
        for (Plant plant : plants) {
            JsonObject site = row(top, "sites", "site", plant.site());
            assertThat(site.get("holders").getAsInt()).isEqualTo(INSTANCES);
            assertIn(site, "liveBytes", INSTANCES * plant.bytes());
        }
        assertNamesThePlants(json("diff", "--release", "1.1", "--base", "1.0", "--service", service), plants);

        try (Stream<Path> files = Files.walk(folder.resolve("profiles"))) {
            Path file = files.filter(each ->
                            each.toString().contains("/1.1/") && each.toString().endsWith(".pb.gz"))
                    .findFirst()
                    .orElseThrow();
            Outcome report = Recorder.run(Image.jemscope("report", file.toString()));
            assertThat(report.output()).contains(plants.get(0).site());
        }

        JsonObject why = json("why", "--service", service);
        JsonObject release = why.getAsJsonArray("releases").get(0).getAsJsonObject();
        assertThat(release.get("version").getAsString()).isEqualTo("1.1");
        assertThat(release.get("bases").toString()).isEqualTo("[\"1.0\"]");
        assertThat(release.get("ordered").getAsBoolean()).isTrue();
        for (Plant plant : plants) {
            assertIn(row(release, "changes", "site", plant.site()), "change", plant.bytes());
        }
        assertThat(fleet("why", "--service", service).output())
                .contains(service + " holds most: ", "Version 1.1 of " + service + " brought ");

        // The same by time: now the earlier version leaks, too.
        Instant before = Instant.now();
        for (LiveTarget target : old) {
            target.leak();
        }
        collect();
        JsonObject since = json("diff", "--since", before.toString(), "--service", service);
        for (Plant plant : plants) {
            JsonObject change = row(since, "changes", "site", plant.site());
            assertThat(change.get("holdersBefore").getAsInt()).isEqualTo(INSTANCES);
            assertThat(change.get("holdersAfter").getAsInt()).isEqualTo(2 * INSTANCES);
        }

        // And over all of it. Instances seen in two of the twelve steps don't count beside one that was seen in three.
        collect();
        JsonObject trend = json("trend", "--service", service);
        assertThat(trend.getAsJsonArray("times")).hasSize(12);
        JsonObject growth = trend.getAsJsonArray("services").get(0).getAsJsonObject();
        assertThat(growth.get("instances").getAsInt()).isEqualTo(2 * INSTANCES);
        // The growth of a few seconds is mostly the compilers' memory, which comes and goes.
        JsonObject held = json("top", "--service", service)
                .getAsJsonArray("services")
                .get(0)
                .getAsJsonObject();
        assertThat(growth.get("last").getAsDouble() * 2 * INSTANCES)
                .isCloseTo(held.get("liveBytes").getAsDouble(), within(2.0 * INSTANCES));

        String text = fleet("top", "--service", service).output();
        assertThat(text)
                .contains("6 instances of 1 service", "1.0, 1.1", plants.get(0).site());
        assertThat(fleet("stacks", "--service", service, "--site", plants.get(0).site())
                        .output())
                .contains("in 6 instances", "    " + plants.get(0).site());
        for (LiveTarget target : targets) {
            target.endsAsEver();
        }
    }

    @Test
    void anHttpServerListsTheAgents() throws Exception {
        LiveTarget target = start("1.0").get(0);
        target.leak();
        Path token = Files.writeString(folder.resolve("token"), target.token() + "\n");
        byte[] list = ("[{\"targets\": [\"" + target.address() + "\"], \"labels\": {\"service\": \"" + service
                        + " listed\", \"version\": \"7\"}}]")
                .getBytes(StandardCharsets.UTF_8);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/targets", exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, list.length);
            exchange.getResponseBody().write(list);
            exchange.close();
        });
        server.start();
        String[] collect = {
            "collect",
            "--store",
            store(),
            "--rounds",
            "1",
            "--every",
            "1s",
            "--no-local",
            "--token",
            token.toString(),
            "--discover",
            "http://127.0.0.1:" + server.getAddress().getPort() + "/targets"
        };
        try {
            Outcome outcome = Recorder.run(Image.jemscope(collect));
            assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        } finally {
            server.stop(0);
        }
        assertThat(json("top").getAsJsonArray("services")).singleElement().satisfies(each -> {
            assertThat(each.getAsJsonObject().get("service").getAsString()).isEqualTo(service + " listed");
            assertThat(each.getAsJsonObject().get("versions").toString()).isEqualTo("[\"7\"]");
        });

        Outcome gone = Recorder.run(Image.jemscope(collect));
        assertThat(gone.exitCode()).as("%s", gone).isEqualTo(69);
        assertThat(gone.error())
                .contains("the agents can't be listed")
                .contains("/targets: the connection failed")
                .doesNotContain(target.token());
    }

    @Test
    void withoutAStoreOrAnAgentTheCommandSaysSo() throws Exception {
        Outcome noStore = fleet("top");
        assertThat(noStore.exitCode()).isEqualTo(66);
        assertThat(noStore.error()).contains("there is no store").contains("jemscope collect");

        Outcome noAgent = Recorder.run(
                Image.jemscope("collect", "--store", store(), "--rounds", "1", "--service", service + " of no JVM"));
        assertThat(noAgent.exitCode()).isEqualTo(68);
        assertThat(noAgent.error()).contains("no agent was found");

        Outcome empty = fleet("top");
        assertThat(empty.exitCode()).isEqualTo(1);
        assertThat(empty.error()).contains("the store has no such instance");
    }

    @Test
    void aServerThatIsDownAtTheStartCostsNothing() throws Exception {
        start("1.0");
        Path spool = folder.resolve("spool");
        String nowhere = "http://127.0.0.1:1/jemscope";

        Outcome down = Recorder.run(Image.jemscope(
                "collect", "--store", nowhere, "--spool", spool.toString(), "--rounds", "1", "--service", service));

        assertThat(down.exitCode()).as("%s", down).isEqualTo(69);
        assertThat(down.error()).contains("wait in the spool until it works", "run it again");
        assertThat(waiting(spool)).isEqualTo(INSTANCES);
    }

    /** The JVMs have ended by then, so the next collector has only the spool. */
    @Test
    void whatAKilledCollectorFetchedIsDeliveredByTheNextOne() throws Exception {
        start("1.0");
        Path spool = folder.resolve("spool");
        // A file, until the next collector: no folder can be there.
        Path profiles = Files.createFile(folder.resolve("profiles"));
        List<String> collect =
                List.of("collect", "--to", "folder=" + profiles, "--spool", spool.toString(), "--service", service);
        try (TargetProcess first =
                Image.jemscope(collect.toArray(String[]::new)).start()) {
            // One of each: the next requests are five minutes later.
            await().atMost(Recorder.LIMIT).until(() -> waiting(spool) == INSTANCES);

            first.signal("KILL");

            assertThat(first.await(Recorder.LIMIT).exitCode()).isEqualTo(TargetProcess.exitCodeOfSignal(9));
        }
        assertThat(waiting(spool)).isEqualTo(INSTANCES);
        for (LiveTarget target : targets) {
            target.endsAsEver();
        }
        Files.delete(profiles);

        Outcome next = Recorder.run(Image.jemscope(
                Stream.concat(collect.stream(), Stream.of("--rounds", "1")).toArray(String[]::new)));

        assertThat(next.exitCode()).as("%s", next).isEqualTo(68);
        assertThat(next.error()).contains("no agent was found");
        assertThat(waiting(spool)).isZero();
        try (Stream<Path> files = Files.walk(profiles)) {
            assertThat(files.filter(Files::isRegularFile)).hasSize(INSTANCES);
        }
    }

    /** How many profiles wait in a folder of spools, which may not exist yet. */
    private static int waiting(Path spool) {
        int waiting = 0;
        for (File folder : Optional.ofNullable(spool.toFile().listFiles()).orElse(new File[0])) {
            waiting += Optional.ofNullable(folder.list((any, name) -> name.endsWith(".profile")))
                    .orElse(new String[0])
                    .length;
        }
        return waiting;
    }

    /** The first one has the spool, and is none the worse for the second. */
    @Test
    void oneCollectorHasAStoreAtATime() throws Exception {
        start("1.0");
        try (TargetProcess first = Image.jemscope("collect", "--store", store(), "--every", "1s", "--service", service)
                .start()) {
            first.awaitError(Pattern.compile("collecting into "), Recorder.LIMIT);

            Outcome second =
                    Recorder.run(Image.jemscope("collect", "--store", store(), "--rounds", "1", "--service", service));

            assertThat(second.exitCode()).as("%s", second).isEqualTo(66);
            assertThat(second.error()).contains("another collector uses the spool", "end it, or give this one");
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> fleet("top", "--service", service).exitCode() == 0);
        }
        collect();
    }

    private List<LiveTarget> start(String version) throws IOException, InterruptedException {
        Jdk jdk = Jdks.all().get(0);
        List<LiveTarget> started = new ArrayList<>();
        for (int i = 0; i < INSTANCES; i++) {
            Path own = Files.createDirectories(folder.resolve(version + "-" + i));
            List<String> options = List.of(
                    "-Dotel.service.name=" + service,
                    "-Dotel.resource.attributes=service.version=" + version + ",zone=a");
            LiveTarget target = LiveTarget.start(LiveTarget.program(jdk, options, own, List.of(), List.of()), own);
            targets.add(target);
            started.add(target);
            target.fine("activate", target.pid());
        }
        return started;
    }

    /** What the kernel counts for all of them now. */
    private long resident() throws IOException {
        long kib = 0;
        for (LiveTarget target : targets) {
            kib += Files.readString(Path.of("/proc", target.pid(), "status"))
                    .lines()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        }
        return kib << 10;
    }

    /** A row of all their memory ledgers now. */
    private long ledger(String row) throws IOException, InterruptedException {
        long bytes = 0;
        for (LiveTarget target : targets) {
            JsonObject memory = JsonParser.parseString(target.fine("memory", target.pid(), "--json"))
                    .getAsJsonObject();
            bytes += row(memory, "rows", "name", row).get("residentBytes").getAsLong();
        }
        return bytes;
    }

    /** They run on while they are counted, and the agents' own answers need memory. */
    private static void assertNear(long found, long now) {
        assertThat(found).isCloseTo(now, withinPercentage(25));
    }

    private String store() {
        return folder.resolve("fleet.duckdb").toString();
    }

    private void collect() throws IOException, InterruptedException {
        Outcome outcome = Recorder.run(Image.jemscope(
                "collect",
                "--store",
                store(),
                "--to",
                "folder=" + folder.resolve("profiles"),
                "--every",
                "1s",
                "--rounds",
                "2",
                "--service",
                service));
        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        // No warning of the JDK's either.
        assertThat(outcome.error().lines()).as("%s", outcome).hasSize(1);
    }

    private Outcome fleet(String question, String... more) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("fleet", question, "--store", store()));
        words.addAll(List.of(more));
        return Recorder.run(Image.jemscope(words.toArray(String[]::new)));
    }

    private JsonObject json(String question, String... more) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(more));
        words.add("--json");
        Outcome outcome = fleet(question, words.toArray(String[]::new));
        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        return JsonParser.parseString(outcome.output()).getAsJsonObject();
    }

    private static void assertNamesThePlants(JsonObject diff, List<Plant> plants) {
        assertThat(diff.getAsJsonArray("services")).hasSize(1);
        for (Plant plant : plants) {
            JsonObject change = row(diff, "changes", "site", plant.site());
            assertThat(change.get("holdersBefore").getAsInt()).isZero();
            assertThat(change.get("holdersAfter").getAsInt()).isEqualTo(INSTANCES);
            assertIn(change, "change", plant.bytes());
        }
    }

    private static JsonObject row(JsonObject answer, String rows, String key, String name) {
        for (JsonElement row : answer.getAsJsonArray(rows)) {
            if (row.getAsJsonObject().get(key).getAsString().equals(name)) {
                return row.getAsJsonObject();
            }
        }
        throw new AssertionError("no " + name + " in " + answer);
    }

    /** The truth lies in the range, which is widened to three standard errors: a test runs more often than twenty times. */
    private static void assertIn(JsonObject row, String figure, long truth) {
        double value = row.get(figure).getAsDouble();
        double low = row.get(figure + "Low").getAsDouble();
        double high = row.get(figure + "High").getAsDouble();
        assertThat((double) truth)
                .as("%s", row)
                .isBetween(value - 1.5 * (value - low) - 0.001 * truth, value + 1.5 * (high - value) + 0.001 * truth);
    }
}
