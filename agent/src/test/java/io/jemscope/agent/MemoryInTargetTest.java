package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.agent.web.api.DocumentedAnswers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The ledger of JVMs that hold memory of known sizes, on each JDK found. */
@ParameterizedClass
@MethodSource("jdks")
@Timeout(120)
@Tag("one-jdk")
class MemoryInTargetTest {

    private static final long HELD = MemoryHolder.BYTES;

    /** A collector may touch all of its heap, and with huge pages most do. */
    private static final long WHOLE_HEAP = 256L << 20;

    private final Path jdk;

    @TempDir
    private Path folder;

    MemoryInTargetTest(Path jdk) {
        this.jdk = jdk;
    }

    static List<Path> jdks() {
        return TargetJvm.jdks();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:+UseG1GC",
                "-XX:+UseG1GC -XX:+UseTransparentHugePages",
                "-XX:+UseSerialGC",
                "-XX:+UseParallelGC",
                "-XX:+UseShenandoahGC",
                "-XX:+UseZGC",
                "-XX:+UnlockExperimentalVMOptions -XX:+UseEpsilonGC -Xlog:disable"
            })
    void findsWhatIsHeldAndAddsUpToRss(String collector) throws Exception {
        try (TargetJvm target = start(collector.split(" "))) {
            JsonObject ledger = ledger(target);

            long rss = ledger.get("residentBytes").getAsLong();
            assertThat(ledger.get("complete").getAsBoolean()).isTrue();
            assertThat(ledger.get("remainderBytes").getAsLong()).isCloseTo(0, within(fewPerCent(rss)));
            JsonObject heap = row(ledger, "javaHeap");
            assertThat(resident(heap)).isBetween(HELD, resident(heap, "mappedAgain") + WHOLE_HEAP);
            assertThat(heap.get("bound").getAsString()).isEqualTo("exact");
            JsonObject jemalloc = row(ledger, "jemalloc");
            assertThat(resident(jemalloc)).isBetween(2 * HELD, 3 * HELD);
            JsonObject allocated = part(jemalloc, "allocated");
            assertThat(counted(allocated)).isBetween(2 * HELD, 3 * HELD);
            JsonObject direct = part(allocated, "directBuffers");
            assertThat(counted(direct)).isBetween(HELD, HELD + HELD / 8);
            assertThat(direct.get("count").getAsLong()).isPositive();
            assertThat(counted(part(allocated, "threadCaches"))).isBetween(1L, HELD);
            JsonObject stacks = row(ledger, "threadStacks");
            assertThat(stacks.get("count").getAsLong())
                    .isBetween(
                            (long) MemoryHolder.THREADS, ledger.get("threads").getAsLong() + 8);
            assertThat(resident(stacks)).isBetween(MemoryHolder.THREADS * 8192L, HELD);
            assertThat(resident(row(ledger, "codeCache"))).isBetween(1L, HELD);
            assertThat(resident(row(ledger, "libraries"))).isBetween(1L << 20, HELD);
            // Nothing but jemalloc maps as it does, so that this is known for sure.
            assertThat(jemalloc.get("bound").getAsString()).isEqualTo("exact");
            assertThat(stacks.get("bound").getAsString()).isEqualTo("exact");
            JsonObject other = row(ledger, "otherAnonymous");
            assertThat(resident(other)).isLessThan(HELD / 2);
            assertThat(resident(row(ledger, "jvmStructures"))).isLessThan(HELD / 2);
            assertThat(other.get("mostBytes").getAsLong())
                    .isBetween(
                            resident(other) + resident(row(ledger, "jvmStructures")),
                            resident(other) + resident(row(ledger, "jvmStructures")) + (4 << 20));
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.standardError()).isEmpty();
        }
    }

    /** Making a report maps libjvm's file, below where libjvm itself is. */
    @Test
    void knowsWhereTheHeapAndTheCodeLieAlsoAfterAReport() throws Exception {
        try (TargetJvm target = start("-XX:+UseSerialGC", "-XX:+AlwaysPreTouch")) {
            target.ask("PUT", "/api/v1/profiling", "{\"active\":true}");
            assertThat(target.ask("GET", "/debug/pprof/heap", "").statusCode()).isEqualTo(200);

            JsonObject ledger = ledger(target);

            // All of it is in memory from the start, and nothing else is in its range.
            assertThat(resident(row(ledger, "javaHeap"))).isEqualTo(WHOLE_HEAP);
            assertThat(row(ledger, "javaHeap").get("note").isJsonNull()).isTrue();
            assertThat(resident(row(ledger, "codeCache"))).isCloseTo(residentCode(target), within(1L << 20));
        }
    }

    /** By the JVM's own word of where its code lies, and the kernel's of what of it is in memory. */
    private long residentCode(TargetJvm target) throws Exception {
        Process jcmd = new ProcessBuilder(
                        jdk.resolve("bin/jcmd").toString(), Long.toString(target.pid()), "Compiler.codecache")
                .redirectErrorStream(true)
                .start();
        String told = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        List<long[]> bounds = Pattern.compile("bounds \\[0x(\\w+), 0x\\w+, 0x(\\w+)]")
                .matcher(told)
                .results()
                .map(match -> new long[] {Long.parseLong(match.group(1), 16), Long.parseLong(match.group(2), 16)})
                .toList();
        assertThat(bounds).as(told).isNotEmpty();
        long sum = 0;
        boolean inside = false;
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(target.pid()), "smaps"))) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                long start = Long.parseUnsignedLong(line.substring(0, line.indexOf('-')), 16);
                inside = bounds.stream().anyMatch(bound -> start >= bound[0] && start < bound[1]);
            } else if (inside && line.startsWith("Rss:")) {
                sum += Long.parseLong(line.replaceAll("\\D", "")) << 10;
            }
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(strings = {"summary", "detail"})
    void hasTheJvmsOwnFiguresWhereItTracks(String level) throws Exception {
        try (TargetJvm target = start("-XX:NativeMemoryTracking=" + level, "-Dholder.jmx=true", "-XX:+UseG1GC")) {
            JsonObject ledger = ledger(target);

            JsonObject tracking = ledger.getAsJsonObject("nativeMemoryTracking");
            assertThat(tracking.get("level").getAsString()).isEqualTo(level);
            assertThat(tracking.get("why").isJsonNull()).isTrue();
            assertThat(counted(part(part(row(ledger, "jemalloc"), "allocated"), "trackedMalloc")))
                    .isBetween(2 * HELD, 3 * HELD);
            assertThat(counted(part(row(ledger, "jvmStructures"), "tracked:GC")))
                    .isPositive();
            assertThat(row(ledger, "jvmStructures").get("note").isJsonNull()).isTrue();
        }
    }

    @Test
    void saysHowToHaveTheJvmTrackAndSetsNothingUp() throws Exception {
        Path classes = folder.resolve("classes");
        try (TargetJvm target = start("-Xlog:class+load:file=" + classes)) {
            assertThat(ledger(target)
                            .getAsJsonObject("nativeMemoryTracking")
                            .get("why")
                            .getAsString())
                    .contains("-XX:NativeMemoryTracking=summary");
            target.end();

            List<String> loaded = Files.readAllLines(classes);
            assertThat(loaded).anyMatch(line -> line.contains("io.jemscope.agent.rss.LedgerRows"));
            // LogManager is looked up by the JDK's beans, and set up only with the first Logger.
            assertThat(loaded)
                    .filteredOn(line -> line.contains("JmxMBeanServer ") || line.contains("java.util.logging.Logger"))
                    .isEmpty();
        }
    }

    @Test
    void makesNoServerForAProgramThatHasJustBegun() throws Exception {
        try (TargetJvm target = start("-XX:NativeMemoryTracking=summary")) {
            JsonObject tracking = ledger(target).getAsJsonObject("nativeMemoryTracking");

            assertThat(tracking.get("level").getAsString()).isEqualTo("summary");
            assertThat(tracking.get("why").getAsString()).contains("no MBean server", "jcmd");
        }
    }

    @Test
    void doesWithoutModules() throws Exception {
        try (TargetJvm target = answering(TargetJvm.start(jdk, folder, Map.of(), "--limit-modules", "java.base"))) {
            JsonObject ledger = ledger(target);

            assertThat(resident(row(ledger, "javaHeap"))).isPositive();
            assertThat(row(ledger, "jvmStructures").get("residentBytes").isJsonNull())
                    .isTrue();
            assertThat(row(ledger, "jvmStructures").get("note").getAsString()).contains("java.management");
            assertThat(ledger.get("remainderBytes").getAsLong())
                    .isCloseTo(0, within(fewPerCent(ledger.get("residentBytes").getAsLong())));
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
            assertThat(target.standardError()).isEmpty();
        }
    }

    @Test
    void doesWithoutJemalloc() throws Exception {
        try (TargetJvm target = start("java=true", Map.of("LD_PRELOAD", ""))) {
            JsonObject ledger = ledger(target);

            assertThat(row(ledger, "jemalloc").get("note").getAsString())
                    .startsWith("The program's malloc is that of glibc 2.");
            JsonObject glibc = row(ledger, "glibcMalloc");
            JsonObject allocated = part(glibc, "glibcAllocated");
            assertThat(resident(glibc)).isBetween(2 * HELD, 3 * HELD);
            assertThat(counted(allocated)).isBetween(2 * HELD, 3 * HELD);
            assertThat(counted(part(allocated, "directBuffers"))).isGreaterThanOrEqualTo(HELD);
        }
    }

    @Test
    void tellsWhatTheNewestDumpKnows() throws Exception {
        try (TargetJvm target = answering(TargetJvm.start(jdk, folder, Map.of()))) {
            target.ask("PUT", "/api/v1/profiling", "{\"active\":true}");
            target.allocate();
            String dump = JsonParser.parseString(
                            target.ask("POST", "/api/v1/dumps", "").body())
                    .getAsJsonObject()
                    .get("id")
                    .getAsString();

            JsonObject profiled = part(part(row(ledger(target), "jemalloc"), "allocated"), "profiled");

            assertThat(counted(profiled))
                    .isBetween((long) AttachedProgram.BLOCK_BYTES, 16L * AttachedProgram.BLOCK_BYTES);
            assertThat(profiled.get("note").getAsString()).contains(dump);
        }
    }

    @Test
    void metricsHaveTheSameRows() throws Exception {
        // Metrics never query Native Memory Tracking, which may not answer.
        try (TargetJvm target = start("-XX:NativeMemoryTracking=summary", "-Dholder.jmx=true")) {
            JsonObject ledger = ledger(target);
            Map<String, Double> metrics = metrics(target);

            for (String name : List.of("javaHeap", "jemalloc", "threadStacks", "libraries")) {
                assertThat(metrics.get("jemscope_memory_resident_bytes{row=\"" + name + "\"}"))
                        .as(name)
                        .isCloseTo((double) resident(row(ledger, name)), within((double) (HELD / 4)));
            }
            double rows = metrics.entrySet().stream()
                    .filter(metric -> metric.getKey().startsWith("jemscope_memory_re"))
                    .mapToDouble(Map.Entry::getValue)
                    .sum();
            assertThat(metrics.get("jemscope_memory_remainder_bytes")).isNotNull();
            assertThat(metrics.get("jemscope_process_resident_bytes")).isCloseTo(rows, within((double)
                    fewPerCent(ledger.get("residentBytes").getAsLong())));
            assertThat(metrics(target).get("jemscope_memory_ledger_age_seconds"))
                    .isBetween(metrics.get("jemscope_memory_ledger_age_seconds"), 10.0);
        }
    }

    private static Map<String, Double> metrics(TargetJvm target) throws Exception {
        return target.ask("GET", "/metrics", "")
                .body()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.lastIndexOf(' ')),
                        line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1))));
    }

    private TargetJvm start(String... arguments) throws Exception {
        return start("", Map.of(), arguments);
    }

    private TargetJvm start(String options, Map<String, String> environment, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(
                "-Xms256m", "-Xmx256m", "-XX:+IgnoreUnrecognizedVMOptions", "--sun-misc-unsafe-memory-access=allow"));
        all.addAll(List.of(arguments));
        return answering(TargetJvm.startProgram(
                MemoryHolder.class, options, jdk, folder, environment, all.toArray(new String[0])));
    }

    private static TargetJvm answering(TargetJvm target) {
        await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(target.descriptorFile()));
        return target;
    }

    private static JsonObject ledger(TargetJvm target) throws Exception {
        HttpResponse<String> answer = target.ask("GET", "/api/v1/memory", "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        new DocumentedAnswers().check(answer);
        return JsonParser.parseString(answer.body()).getAsJsonObject();
    }

    /** The kernel's own sum is off by some pages for each processor, which is much of a small program's. */
    private static long fewPerCent(long bytes) {
        return bytes / 33 + (4 << 20);
    }

    private static JsonObject row(JsonObject ledger, String name) {
        return named(ledger, "rows", name);
    }

    private static JsonObject part(JsonObject row, String name) {
        return named(row, "of", name);
    }

    private static JsonObject named(JsonObject json, String list, String name) {
        for (JsonElement element : json.getAsJsonArray(list)) {
            if (element.getAsJsonObject().get("name").getAsString().equals(name)) {
                return element.getAsJsonObject();
            }
        }
        throw new AssertionError("no " + name + " in " + json);
    }

    private static long resident(JsonObject row, String part) {
        for (JsonElement element : row.getAsJsonArray("of")) {
            if (element.getAsJsonObject().get("name").getAsString().equals(part)) {
                return resident(element.getAsJsonObject());
            }
        }
        return 0;
    }

    private static long resident(JsonObject row) {
        return row.get("residentBytes").getAsLong();
    }

    private static long counted(JsonObject row) {
        return row.get("countedBytes").getAsLong();
    }
}
