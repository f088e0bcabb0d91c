package io.jemscope.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.endtoend.Image;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.TargetCommand;
import io.jemscope.testkit.TargetProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every JDK found with each of four collectors, on jemalloc and, with Jemscope's own sampler, on glibc, under torture: classes
 * and libraries loaded and unloaded, deep recursion, threads that come and go, virtual threads, a sample for every KiB to
 * every 8, the hook put in and taken out 20 times a second, dumps every second, the agent detached and attached again,
 * async-profiler sampling the CPU and a flight recording in the same JVM, and the JVM's end in the middle of it all. Nothing
 * may crash, nothing may hang, and all dumps must be whole, the last among them.
 *
 * <p>The property {@code stress.minutes} is shared out evenly. Each configuration starts several JVMs in its share,
 * since starts and ends are where races are most likely.
 */
class StressIT {

    private static final Duration ALL =
            Duration.ofSeconds(Math.round(60 * Double.parseDouble(System.getProperty("stress.minutes", "1"))));
    private static final int EXIT_CODE = 11;

    /** How long the JVMs of a configuration run, one after the other and over again. */
    private static final long[] RUN_MILLIS = {2_000, 500, 4_000, 1_000, 20_000};

    /** How much longer than its run a JVM may take, its start and end on a busy machine included. */
    private static final Duration GRACE = Duration.ofSeconds(90);

    private static final Pattern COUNTERS = Pattern.compile("counters \\{(.*)}");
    private static final Map<String, Map<String, Long>> TOTALS = new TreeMap<>();

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    static Stream<Arguments> configurations() {
        return Jdks.all().stream()
                .flatMap(jdk -> Arrays.stream(Collector.values())
                        .flatMap(collector ->
                                Arrays.stream(Malloc.values()).map(malloc -> Arguments.of(jdk, collector, malloc))));
    }

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @MethodSource("configurations")
    void neitherCrashesNorHangs(Jdk jdk, Collector collector, Malloc malloc) throws Exception {
        long deadline = System.nanoTime() + ALL.toNanos() / configurations().count();
        int run = 0;
        do {
            torture(jdk, collector, malloc, RUN_MILLIS[run % RUN_MILLIS.length], folder.resolve("run-" + run));
            run++;
        } while (System.nanoTime() < deadline);
    }

    private static void torture(Jdk jdk, Collector collector, Malloc malloc, long millis, Path runFolder)
            throws Exception {
        Path dumps = Files.createDirectories(runFolder);
        TargetCommand command =
                malloc.under(command(jdk, collector, millis, dumps), "prof:true,prof_active:true,lg_prof_sample:10");
        try (TargetProcess process = command.start()) {
            Outcome outcome =
                    awaitWithWatchdog(jdk, process, Duration.ofMillis(millis).plus(GRACE));

            assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(EXIT_CODE);
            try (Stream<Path> files = Files.list(dumps)) {
                List<String> names =
                        files.map(file -> file.getFileName().toString()).toList();
                assertThat(names).contains(process.pid() + ".final.heap").noneMatch(name -> name.startsWith("hs_err"));
                for (String name : names) {
                    if (name.endsWith(".heap")) {
                        assertThat(ProfileFile.read(dumps.resolve(name)).rate().bytes())
                                .isGreaterThanOrEqualTo(1 << 10);
                    }
                }
            }
            count(jdk + ", " + collector + ", " + malloc, outcome);
        }
    }

    private static TargetCommand command(Jdk jdk, Collector collector, long millis, Path dumps) throws IOException {
        Path asyncProfiler = shared.resolve("libasyncProfiler.so");
        if (!Files.exists(asyncProfiler)) {
            AsyncProfiler.unpack(shared);
        }
        List<String> command = new ArrayList<>(List.of(
                jdk.java().toString(),
                "-Xmx256m",
                collector.option(),
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + dumps.resolve("hs_err.log"),
                "-XX:NativeMemoryTracking=detail",
                "-XX:StartFlightRecording=settings=profile,filename=" + dumps.resolve("flight.jfr"),
                "-XX:+EnableDynamicAgentLoading",
                "-Djdk.attach.allowAttachSelf=true",
                // Where the torture puts the libraries that it loads.
                "-Djava.io.tmpdir=" + dumps,
                "-agentpath:" + Image.AGENT + "=folder=" + dumps + ",final=true,active=true",
                "-agentpath:" + asyncProfiler + "=start,event=cpu,interval=1ms,collapsed,file="
                        + dumps.resolve("cpu.collapsed"),
                "-cp",
                System.getProperty("java.class.path"),
                ControlledTorture.class.getName()));
        command.addAll(List.of(
                Image.AGENT.toString(),
                dumps.toString(),
                Long.toString(millis),
                Integer.toString(EXIT_CODE),
                Image.PLANTS.toString()));
        return TargetCommand.of(command)
                .in(dumps)
                .withVariable("JEMSCOPE_RUNTIME_DIR", dumps.resolve("runtime").toString());
    }

    /** Where the JVM doesn't end, the failure says what its threads were doing. */
    private static Outcome awaitWithWatchdog(Jdk jdk, TargetProcess process, Duration limit) throws Exception {
        try {
            return process.await(limit);
        } catch (IllegalStateException e) {
            throw new IllegalStateException(e.getMessage() + "\n" + threadsOf(jdk, process.pid()), e);
        }
    }

    private static String threadsOf(Jdk jdk, long pid) throws Exception {
        StringBuilder threads = new StringBuilder();
        TargetCommand jstack =
                TargetCommand.of(jdk.home().resolve("bin").resolve("jstack").toString(), Long.toString(pid));
        try (TargetProcess process = jstack.start()) {
            threads.append(process.await(Duration.ofSeconds(20)));
        } catch (IllegalStateException e) {
            threads.append("jstack hung too: ").append(e.getMessage());
        }
        // What the kernel knows of each thread is at hand even where the JVM answers nothing.
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path task : tasks.toList()) {
                threads.append(Files.readString(task.resolve("comm")).strip())
                        .append(": ")
                        .append(Files.readString(task.resolve("wchan")))
                        .append('\n');
            }
        }
        return threads.toString();
    }

    private static void count(String configuration, Outcome outcome) {
        Matcher counters = COUNTERS.matcher(outcome.output());
        assertThat(counters.find()).as("%s", outcome).isTrue();
        assertThat(counters.group(1)).doesNotContain(" samples=0,");
        Map<String, Long> totals = TOTALS.computeIfAbsent(configuration, name -> new TreeMap<>());
        totals.merge("jvms", 1L, Long::sum);
        for (String counter : counters.group(1).split(", ", -1)) {
            int equals = counter.indexOf('=');
            totals.merge(counter.substring(0, equals), Long.valueOf(counter.substring(equals + 1)), Long::sum);
        }
    }

    @AfterAll
    static void printCounters() {
        TOTALS.forEach((configuration, totals) -> System.out.println("stress: " + configuration + ": " + totals));
    }
}
