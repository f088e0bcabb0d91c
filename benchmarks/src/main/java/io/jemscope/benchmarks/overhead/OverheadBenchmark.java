package io.jemscope.benchmarks.overhead;

import io.jemscope.benchmarks.overhead.Setup.Result;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Measures what watching costs: each workload under each setup in turn, round by round, so that a change of the
 * machine's speed meets all of them alike. A ratio is taken within a round; the table shows the median over the rounds.
 */
public final class OverheadBenchmark {

    private static final String GLIBC = "glibc alone";
    private static final String JEMALLOC = "jemalloc alone";
    private static final String ARMED = "jemscope armed";
    private static final String RECORD = "jemscope record 512 KiB";
    private static final String RECORD_FINE = "jemscope record 64 KiB";
    private static final String GLIBC_ATTACHED = "jemscope on glibc, not sampling";
    private static final String GLIBC_SAMPLED = "jemscope on glibc 512 KiB";
    private static final String GLIBC_SAMPLED_FINE = "jemscope on glibc 64 KiB";
    private static final String GLIBC_OFF = "switched off after 512 KiB";
    private static final String GLIBC_LEFT = "detached after 512 KiB";
    private static final String PEER = "async-profiler nativemem=512k";

    private static final Set<String> ON_GLIBC =
            Set.of(GLIBC, GLIBC_ATTACHED, GLIBC_SAMPLED, GLIBC_SAMPLED_FINE, GLIBC_OFF, GLIBC_LEFT, PEER);

    private OverheadBenchmark() {}

    /**
     * Runs the benchmark; {@code benchmarks/overhead} calls it.
     *
     * @param arguments the path of the jemscope command, of jemalloc and of java; the rounds, and the seconds of each
     *     measurement; then the workloads
     * @throws IOException where a run fails
     * @throws InterruptedException where it is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path jemscope = Path.of(arguments[0]);
        Path jemalloc = Path.of(arguments[1]);
        Path java = Path.of(arguments[2]);
        int rounds = Integer.parseInt(arguments[3]);
        int seconds = Integer.parseInt(arguments[4]);
        Path folder = Files.createTempDirectory("jemscope-overhead");
        try {
            List<Setup> setups = setups(jemscope, jemalloc, folder);
            for (String kind : Arrays.asList(arguments).subList(5, arguments.length)) {
                if (kind.equals("totals")) {
                    new Totals(jemscope, java, extractProfiler(folder), folder).print(System.out, rounds);
                    continue;
                }
                Results results = new Results();
                for (int round = 0; round < rounds; round++) {
                    for (int i = 0; i < setups.size(); i++) {
                        // Each round begins elsewhere, so that no setup always follows the same one.
                        Setup setup = setups.get((i + round) % setups.size());
                        Result result = setup.run(java, kind, seconds, seconds);
                        results.add(setup, result);
                    }
                    System.err.println("overhead: " + kind + ", round " + (round + 1) + " of " + rounds);
                }
                print(System.out, kind, setups, results);
            }
        } finally {
            deleteTree(folder);
        }
    }

    private static List<Setup> setups(Path jemscope, Path jemalloc, Path folder) throws IOException {
        String command = jemscope.toString();
        String profiler = extractProfiler(folder).toString();
        String agent = "-agentpath:" + jemscope.resolveSibling("dist/lib/libjemscope.so");
        List<String> none = List.of();
        List<String> sampling = List.of(agent + "=active=true");
        List<String> off = List.of(command, "deactivate", Setup.PID);
        List<String> leave = List.of(command, "detach", Setup.PID);
        return List.of(
                setup(GLIBC, none, none, Map.of()),
                setup(JEMALLOC, none, none, Map.of("LD_PRELOAD", jemalloc.toString())),
                setup(ARMED, List.of(command, "run", "--"), none, Map.of()),
                setup(RECORD, record(command, "512KiB", folder), none, Map.of()),
                setup(RECORD_FINE, record(command, "64KiB", folder), none, Map.of()),
                setup(GLIBC_ATTACHED, none, List.of(agent), Map.of()),
                setup(GLIBC_SAMPLED, none, sampling, Map.of()),
                setup(GLIBC_SAMPLED_FINE, none, sampling, Map.of("MALLOC_CONF", "lg_prof_sample:16")),
                new Setup(GLIBC_OFF, none, sampling, Map.of(), List.of(off)),
                new Setup(GLIBC_LEFT, none, sampling, Map.of(), List.of(off, leave)),
                setup(
                        PEER,
                        none,
                        List.of("-agentpath:" + profiler + "=start,nativemem=512k,file="
                                + folder.resolve("peer-%p.jfr")),
                        Map.of()));
    }

    private static Setup setup(
            String name, List<String> prefix, List<String> javaOptions, Map<String, String> environment) {
        return new Setup(name, prefix, javaOptions, environment, List.of());
    }

    private static List<String> record(String command, String rate, Path folder) {
        String file = folder.resolve("recording.pb.gz").toString();
        return List.of(command, "record", "--force", "-o", file, "--rate", rate, "--");
    }

    private static void print(PrintStream out, String kind, List<Setup> setups, Results results) {
        String unit = kind.equals("idle") ? "CPU ns/op" : "ns/op";
        out.printf(
                Locale.ROOT,
                "%n%s (%d rounds, medians)%n",
                kind,
                results.of(GLIBC).size());
        out.printf(Locale.ROOT, "  %-32s %12s %18s %12s %14s%n", "", unit, "to its base", "RSS MiB", "to its base");
        for (Setup setup : setups) {
            String base = ON_GLIBC.contains(setup.name()) ? GLIBC : JEMALLOC;
            List<Result> mine = results.of(setup.name());
            List<Result> bases = results.of(base);
            double[] ratios = new double[mine.size()];
            double[] growths = new double[mine.size()];
            for (int i = 0; i < ratios.length; i++) {
                ratios[i] = mine.get(i).nanosecondsPerOperation() / bases.get(i).nanosecondsPerOperation();
                growths[i] = mine.get(i).residentMebibytes() - bases.get(i).residentMebibytes();
            }
            out.printf(
                    Locale.ROOT,
                    "  %-32s %12.1f %17.3fx %12.1f %+13.1f%n",
                    setup.name(),
                    median(mine.stream()
                            .mapToDouble(Result::nanosecondsPerOperation)
                            .toArray()),
                    median(ratios),
                    median(mine.stream().mapToDouble(Result::residentMebibytes).toArray()),
                    median(growths));
        }
        double peers = medianCost(results.of(PEER), results.of(GLIBC));
        compare(out, "on jemalloc", medianCost(results.of(RECORD), results.of(JEMALLOC)), peers, unit);
        compare(out, "on glibc", medianCost(results.of(GLIBC_SAMPLED), results.of(GLIBC)), peers, unit);
    }

    private static void compare(PrintStream out, String where, double ours, double peers, String unit) {
        out.printf(
                Locale.ROOT,
                "  time above the base at 512 KiB: jemscope %s %+.1f, async-profiler %+.1f %s: %s%n",
                where,
                ours,
                peers,
                unit,
                ours > 0 ? String.format(Locale.ROOT, "%.1f times cheaper", peers / ours) : "ours is below the noise");
    }

    /** The results of each setup, in the order of the rounds. */
    private static final class Results {

        private final Map<String, List<Result>> bySetup = new HashMap<>();

        void add(Setup setup, Result result) {
            bySetup.computeIfAbsent(setup.name(), name -> new ArrayList<>()).add(result);
        }

        List<Result> of(String setup) {
            return bySetup.getOrDefault(setup, List.of());
        }
    }

    private static double medianCost(List<Result> watched, List<Result> base) {
        double[] costs = new double[watched.size()];
        for (int i = 0; i < costs.length; i++) {
            costs[i] = watched.get(i).nanosecondsPerOperation() - base.get(i).nanosecondsPerOperation();
        }
        return median(costs);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** async-profiler's library, out of the jar it is published in. */
    private static Path extractProfiler(Path folder) throws IOException {
        Map<String, String> folders = new HashMap<>(Map.of("amd64", "linux-x64", "aarch64", "linux-arm64"));
        String architecture = System.getProperty("os.arch");
        String resource = folders.getOrDefault(architecture, architecture) + "/libasyncProfiler.so";
        try (InputStream library = OverheadBenchmark.class.getClassLoader().getResourceAsStream(resource)) {
            if (library == null) {
                throw new IOException("async-profiler is not published for " + architecture + " (no " + resource + ")");
            }
            Path file = folder.resolve("libasyncProfiler.so");
            Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
            return file;
        }
    }

    private static void deleteTree(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
