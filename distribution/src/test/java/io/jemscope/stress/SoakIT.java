package io.jemscope.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.TargetCommand;
import io.jemscope.testkit.TargetProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A service that is run for long with an operator and a reader at its agent, on each JDK found, on jemalloc and on glibc: runs
 * begin and end, dumps are made in their middle and read in every form, metrics and state are asked for, and the agent leaves and
 * comes back after each run. Nothing may fail; the service's memory, threads and descriptors stay as they are; its own work never
 * stops for a second, unless the machine does; and what it says and how it ends is as ever.
 *
 * <p>The property {@code soak.minutes} is shared out evenly. Before, each service is run by itself for a sixth of its share, at
 * least three seconds and a minute at most, for the figures that are printed beside each other at the end.
 */
class SoakIT {

    private static final Duration ALL =
            Duration.ofSeconds(Math.round(60 * Double.parseDouble(System.getProperty("soak.minutes", "30"))));
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Pattern BEGUN = Pattern.compile("begun");
    private static final long SAMPLE_MILLIS = 100;

    /** Who isn't woken up for so long after the time he asked for isn't the only one who stood still. */
    private static final Duration STANDSTILL = Duration.ofMillis(500);

    /**
     * What comes and goes beside what is there after the first of everything: the JVM's thread that starts the agent, two that
     * answer, one for a timed run, one that analyses, one that ends waiting, and one for dumps that jemalloc makes.
     */
    private static final int PASSING_THREADS = 7;

    /** Connections, dumps and libraries that are read at the moment. */
    private static final int PASSING_DESCRIPTORS = 16;

    /**
     * How much higher the median of the last third may lie than that of the third before: a twentieth for what the allocator
     * keeps of what is freed, and some bytes. There is a run and an attach a second, so in half an hour on two JDKs 50 KiB
     * that each left behind are more than this.
     */
    private static final double SPREAD = 0.05;

    private static final double SPREAD_BYTES = 4 << 20;

    /** In a soak too short for the JVM to be done with loading and compiling, some more. */
    private static final Duration WARM = Duration.ofMinutes(5);

    private static final double WARM_UP_BYTES = 32 << 20;

    @TempDir
    private Path folder;

    static Stream<Arguments> configurations() {
        return Jdks.all().stream()
                .flatMap(jdk -> Arrays.stream(Malloc.values()).map(malloc -> Arguments.of(jdk, malloc)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("configurations")
    void staysAsItIs(Jdk jdk, Malloc malloc) throws Exception {
        Duration share = ALL.dividedBy(configurations().count());
        Duration alone = Duration.ofSeconds(Math.max(3, Math.min(60, share.toSeconds() / 6)));
        WorkFigures before = alone(jdk, malloc, Files.createDirectory(folder.resolve("alone")), alone);

        Path watched = Files.createDirectory(folder.resolve("watched"));
        try (TargetProcess process = command(jdk, malloc, watched).start()) {
            process.awaitOutput(BEGUN, LIMIT);
            SoakAgent agent = new SoakAgent(process.pid(), watched);
            agent.come();
            // The agent opens its libraries when something of theirs is first asked for.
            new Reader(agent).call();
            new Operator(agent).call();
            Footprint start = Footprint.of(process.pid());
            List<Footprint> footprints = new ArrayList<>();
            LongestPause pause = new LongestPause();
            long runs = soak(process, agent, footprints, pause, share.minus(alone));
            agent.leave();
            WorkFigures work = end(process, watched);

            Footprint last = footprints.get(footprints.size() - 1);
            System.out.println("soak: " + jdk + ", " + malloc + ": " + runs + " runs, " + agent.arrivals()
                    + " attaches, "
                    + agent.answers() + " answers; began with " + start + ", ended with " + last + "; median resident "
                    + "KiB by twelfths " + twelfths(footprints) + "; own work " + work + "; alone " + before
                    + "; the test's own longest pause "
                    + pause.length().toMillis() + " ms");
            assertThat(runs).isPositive();
            if (pause.length().compareTo(STANDSTILL) < 0) {
                assertThat(work.least()).as("%s", work).isPositive();
            }
            assertThat((double) median(footprints, 2, 3))
                    .isLessThan(median(footprints, 1, 3) * (1 + SPREAD)
                            + (share.compareTo(WARM) < 0 ? WARM_UP_BYTES : SPREAD_BYTES));
            assertThat(footprints)
                    .allMatch(now -> now.threads() <= start.threads() + PASSING_THREADS)
                    .allMatch(now -> now.descriptors() <= start.descriptors() + PASSING_DESCRIPTORS);
        }
    }

    private static WorkFigures alone(Jdk jdk, Malloc malloc, Path folder, Duration time) throws Exception {
        try (TargetProcess process = command(jdk, malloc, folder).start()) {
            process.awaitOutput(BEGUN, LIMIT);
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
            return end(process, folder);
        }
    }

    /** Answers how many runs there were. */
    private static long soak(
            TargetProcess process, SoakAgent agent, List<Footprint> footprints, LongestPause pause, Duration time)
            throws Exception {
        long deadline = System.nanoTime() + time.toNanos();
        ExecutorService people = Executors.newFixedThreadPool(2);
        try {
            Future<Long> operator = people.submit(over(deadline, new Operator(agent)));
            Future<Long> reader = people.submit(over(deadline, new Reader(agent)));
            while (!operator.isDone() || !reader.isDone()) {
                footprints.add(Footprint.of(process.pid()));
                TimeUnit.MILLISECONDS.sleep(SAMPLE_MILLIS);
                pause.lap();
            }
            reader.get();
            return operator.get();
        } finally {
            people.shutdownNow();
        }
    }

    /** Does a thing again and again, and answers how often. */
    private static Callable<Long> over(long deadline, Callable<Void> thing) {
        return () -> {
            long times = 0;
            do {
                thing.call();
                times++;
            } while (System.nanoTime() - deadline < 0);
            return times;
        };
    }

    private static WorkFigures end(TargetProcess process, Path folder) throws Exception {
        Files.createFile(folder.resolve("end"));
        Outcome outcome = process.await(LIMIT);
        assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(SoakTarget.EXIT_CODE);
        assertThat(outcome.output()).isEqualTo(SoakTarget.OUTPUT);
        assertThat(outcome.error()).isEmpty();
        return WorkFigures.parse(Files.readString(folder.resolve("figures")));
    }

    private static TargetCommand command(Jdk jdk, Malloc malloc, Path folder) {
        TargetCommand command = TargetCommand.of(
                        jdk.java().toString(),
                        // What the heap takes, it takes from the beginning.
                        "-Xms128m",
                        "-Xmx128m",
                        "-XX:+AlwaysPreTouch",
                        "-XX:+UseSerialGC",
                        "-XX:+EnableDynamicAgentLoading",
                        "-XX:ErrorFile=" + folder.resolve("hs_err.log"),
                        // The compilers' threads would come and go.
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:-UseDynamicNumberOfCompilerThreads",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SoakTarget.class.getName(),
                        folder.resolve("end").toString(),
                        folder.resolve("figures").toString())
                .in(folder)
                .withVariable("JEMSCOPE_RUNTIME_DIR", folder.resolve("runtime").toString());
        return malloc.under(command, "prof:true,prof_active:false,lg_prof_sample:16");
    }

    /** The median of the memory in one part of the time. */
    private static long median(List<Footprint> footprints, int part, int parts) {
        int size = footprints.size() / parts;
        long[] sorted = footprints.subList(part * size, (part + 1) * size).stream()
                .mapToLong(Footprint::residentBytes)
                .sorted()
                .toArray();
        return sorted[sorted.length / 2];
    }

    private static List<Long> twelfths(List<Footprint> footprints) {
        return IntStream.range(0, 12)
                .mapToObj(part -> median(footprints, part, 12) >> 10)
                .toList();
    }

    /** Has a run, looks at it in every form, forgets it, and sends the agent away and back. */
    private record Operator(SoakAgent agent) implements Callable<Void> {

        private static final List<String> FORMS =
                List.of("raw", "text", "svg", "dot", "pprof", "collapsed", "json", "jeprof", "speedscope", "callgrind");

        @Override
        public Void call() throws Exception {
            String run = SoakAgent.value(agent.ask("POST", "/api/v1/runs", "{\"label\":\"soak\"}", 201), "id");
            agent.ask("POST", "/api/v1/runs", "{}", 409);
            agent.ask("POST", "/api/v1/runs/" + run + "/dumps", "", 201);
            agent.ask("POST", "/api/v1/purges", "", 200);
            String ended = agent.ask("PATCH", "/api/v1/runs/" + run, "{\"state\":\"finished\"}", 200);
            String dump = "/api/v1/dumps/" + SoakAgent.value(ended, "profile");
            for (String form : FORMS) {
                String made = agent.ask("GET", dump + "?wait=60&format=" + form, "", 200);
                // Stacks alone: of the first run, which lasts milliseconds, there may be none that is still live.
                if (!form.equals("collapsed")) {
                    assertThat(made).as("%s of %s", form, ended).isNotEmpty();
                }
            }
            String baseline = SoakAgent.value(ended, "baseline");
            agent.ask("GET", dump + "?wait=60&format=text&baseline=" + baseline, "", 200);
            agent.ask("DELETE", "/api/v1/runs/" + run, "", 204);
            agent.leaveAndComeBack();
            return null;
        }
    }

    /** Asks for whatever is to be read. */
    private record Reader(SoakAgent agent) implements Callable<Void> {

        private static final List<String> ADDRESSES = List.of(
                "/api/v1/state",
                "/metrics",
                "/api/v1/statistics?format=json",
                "/api/v1/runs",
                "/api/v1/dumps",
                "/api/v1/events",
                "/mtev/memory.json",
                "/pprof/heap",
                "/debug/pprof/heap",
                "/help");

        @Override
        public Void call() throws Exception {
            for (String address : ADDRESSES) {
                agent.ask("GET", address, "", 200);
            }
            return null;
        }
    }
}
