package io.jemscope.cli;

import io.jemscope.cli.demo.DemoServers;
import io.jemscope.cli.demo.FleetDemo;
import io.jemscope.cli.demo.KilledDemo;
import io.jemscope.cli.demo.MemoryLimit;
import io.jemscope.cli.demo.PlantedLeak;
import io.jemscope.cli.demo.Verdict;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.fleet.StorePlace;
import io.jemscope.cli.launch.Image;
import io.jemscope.cli.launch.Jemalloc;
import io.jemscope.cli.launch.JemallocFinder;
import io.jemscope.cli.launch.SampleDistance;
import io.jemscope.cli.launch.UserEnvironment;
import io.jemscope.cli.live.BundledVerdict;
import io.jemscope.cli.recording.DumpFolder;
import io.jemscope.cli.recording.Foreground;
import io.jemscope.cli.recording.Outcome;
import io.jemscope.cli.recording.OutputFile;
import io.jemscope.cli.recording.RecordRequest;
import io.jemscope.cli.recording.Recorder;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.cli.view.Browser;
import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.report.AllocationSites;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.AppPackages;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.TextOptions;
import io.jemscope.report.Units;
import io.jemscope.report.Wrapping;
import io.jemscope.report.pipeline.ReportFormat;
import io.jemscope.report.pipeline.ReportRequest;
import io.jemscope.report.trend.TimedProfile;
import io.jemscope.report.verdict.ProcessVerdictText;
import io.jemscope.report.verdict.SiteVerdict;
import io.jemscope.report.verdict.SiteVerdicts;
import io.jemscope.report.verdict.VerdictCollector;
import io.jemscope.report.verdict.VerdictText;
import io.jemscope.symbols.Symbolizer;
import io.jemscope.symbols.binaries.FileSystemBinaries;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Records a leaky service that comes with the product, and checks the report against what the service planted. */
@Command(
        name = "demo",
        header = "Records a leaky service that comes with Jemscope.",
        description = {
            "",
            "Records a small leaky service that comes with Jemscope, and compares the report with the known leaks. With --open the "
                    + "page shows them grow.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Exit code: 0 where the report is as promised, 1 where it differs, 125 where something is missing."
        })
final class DemoCommand implements Callable<Integer> {

    private static final String SERVICE = "io.jemscope.testkit.demo.LeakyService";

    private static final String LARGEST_LEAK = "ThumbnailCache.render";

    /** Two minutes: time to look at the page while the memory grows. */
    private static final int OPEN_SECONDS = 120;

    /** The exit codes of a service that a signal has ended. */
    private static final Set<Integer> SIGNALLED = Set.of(129, 130, 143);

    /** 16 KiB: the smallest leak then rests on more than a thousand samples, an error of some three per cent. */
    private static final SampleDistance DISTANCE = new SampleDistance(14);

    private final Console console;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The file to write the recording to. Default: a new name in the current folder.")
    private @Nullable Path output;

    @Option(names = "--force", description = "Overwrite FILE if it exists.")
    private boolean force;

    @Option(
            names = "--every",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            description =
                    "Keep a dump at this interval, in a folder jemscope-dumps-<time>, for jemscope trend and diff.")
    private @Nullable Duration every;

    @Option(
            names = "--open",
            description =
                    "Serve the page while the service runs, print its address, and open it in a browser if there is one. The "
                            + "service leaks for two minutes, and runs until Enter or Ctrl-C.")
    private boolean open;

    @Option(
            names = "--until-killed",
            description =
                    "Let the service run into a memory limit of 280 MiB, which kills it, and read the bundle that it made shortly before: "
                            + "FILE, by default jemscope-demo-<pid>.zip.")
    private boolean untilKilled;

    @Option(
            names = "--fleet",
            description =
                    "Run three versions of the service in five instances each, collect their profiles, and print which version brought which "
                            + "leak. Takes half a minute, and 2 GB of memory. -o keeps the store for jemscope fleet.")
    private boolean fleet;

    @Option(
            names = "--clickhouse",
            description =
                    "--fleet: store the profiles in two servers of ClickHouse, in place of DuckDB. Needs clickhouse-server.")
    private boolean clickhouse;

    @Option(
            names = "--jemalloc",
            paramLabel = "PATH",
            description =
                    "The jemalloc library to preload, or none: the service keeps its own allocator, and Jemscope takes the samples.")
    private @Nullable Path jemalloc;

    DemoCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, IOException, InterruptedException {
        check();
        Image image = Image.own();
        if (!Files.isReadable(image.testkit())) {
            throw new CommandFailure(
                    ExitCode.UNPREPARED,
                    "the demonstration is missing: " + image.testkit(),
                    "the product isn't complete, or was moved in parts",
                    "build it again, or copy its folder as a whole");
        }
        if (fleet) {
            return fleet(image);
        }
        if (untilKilled) {
            return untilKilled(image);
        }
        say(
                open
                        ? "A small web shop leaks native memory in a few places for two minutes, beside much that it frees. It runs until you press "
                                + (isEnterRead() ? "Enter or Ctrl-C." : "Ctrl-C.")
                        : "A small web shop runs for some ten seconds. It leaks native memory in a few places, beside much that it frees.");
        console.out().println();
        List<PlantedLeak> planted = new CopyOnWriteArrayList<>();
        Outcome outcome =
                new Recorder(request(image, planted), console, image, UserEnvironment.of(System.getenv())).record();
        int exitCode = open && SIGNALLED.contains(outcome.exitCode()) ? ExitCode.OK : outcome.exitCode();
        if (exitCode != ExitCode.OK || outcome.profiles().isEmpty()) {
            return exitCode != ExitCode.OK ? exitCode : ExitCode.WANTING;
        }
        explain();
        Profile profile = outcome.profiles().get(0);
        boolean found = judge(profile.withoutBirths(), planted);
        boolean right = conclude(profile, planted);
        return found && right ? ExitCode.OK : ExitCode.WANTING;
    }

    private void check() throws UsageMistake {
        boolean isOther = open || every != null || jemalloc != null;
        if (fleet && (isOther || untilKilled)) {
            throw new UsageMistake("--fleet: goes without --open, --every, --until-killed and --jemalloc");
        }
        if (clickhouse && (!fleet || output != null)) {
            throw new UsageMistake("--clickhouse: goes with --fleet, and without -o: its servers end with it");
        }
        if (untilKilled && isOther) {
            throw new UsageMistake("--until-killed: goes without --open, --every and --jemalloc");
        }
    }

    private int untilKilled(Image image) throws CommandFailure, IOException, InterruptedException {
        Path bundle = output == null
                ? Path.of("jemscope-demo-" + ProcessHandle.current().pid() + ".zip")
                : output;
        OutputFile.check(bundle, force);
        Map<String, String> environment = UserEnvironment.of(System.getenv());
        DumpFolder folder = DumpFolder.create(environment);
        try (MemoryLimit limit = MemoryLimit.of(KilledDemo.LIMIT_BYTES)) {
            say("A small web shop leaks native memory in a few places until it has taken "
                    + Units.bytes(KilledDemo.LIMIT_BYTES) + ", its limit. Then "
                    + (limit.isKernels()
                            ? "the kernel kills it."
                            : "this command kills it: no control group can be made here.")
                    + " It watches itself, and makes a bundle before.");
            console.out().println();
            Optional<Path> made = new KilledDemo(image, environment, folder.path(), SERVICE)
                    .run(limit, DISTANCE, line -> console.out().println("  shop: " + line));
            if (made.isEmpty()) {
                say("This is not as promised: the shop should have been killed, and left a bundle.");
                return ExitCode.WANTING;
            }
            OutputFile.write(bundle, force, out -> Files.copy(made.get(), out));
        } finally {
            folder.delete();
        }
        return explain(bundle);
    }

    private int fleet(Image image) throws CommandFailure, IOException, InterruptedException {
        if (output != null) {
            OutputFile.check(output, force);
        }
        Map<String, String> environment = UserEnvironment.of(System.getenv());
        DumpFolder folder = DumpFolder.create(environment);
        try {
            if (clickhouse) {
                try (DemoServers servers = DemoServers.start(folder.path())) {
                    say("Two servers of ClickHouse share the store: " + servers.addresses());
                    StorePlace store = StorePlace.of(servers.addresses(), Map.of(), null, false);
                    return run(new FleetDemo(image, environment, folder, SERVICE, store, console), environment);
                }
            }
            Path store = folder.path().resolve("fleet.duckdb");
            FleetDemo demo = new FleetDemo(
                    image,
                    environment,
                    folder,
                    SERVICE,
                    StorePlace.of(store.toString(), Map.of(), null, false),
                    console);
            int exitCode = run(demo, environment);
            if (!demo.isStopped()) {
                if (output != null) {
                    OutputFile.write(output, force, out -> Files.copy(store, out));
                }
                say((output == null ? "Keep the store with -o FILE, and ask it more: " : "Ask the store more: ")
                        + "jemscope fleet top --store " + (output == null ? "FILE" : output));
            }
            return exitCode;
        } finally {
            folder.delete();
        }
    }

    private int run(FleetDemo demo, Map<String, String> environment)
            throws CommandFailure, IOException, InterruptedException {
        Jemalloc library = JemallocFinder.find(null, environment);
        say(
                "Three versions of a small web shop run in five instances each. Each version leaks native memory at other lines, and no two "
                        + "instances have the same traffic.");
        boolean right = demo.run(library, DISTANCE);
        if (!demo.isStopped()) {
            say(
                    right
                            ? "As promised."
                            : "This is not as promised: each line that a version brought or fixed should be named, within 10%, and no other "
                                    + "of the shop.");
        }
        return right ? ExitCode.OK : ExitCode.WANTING;
    }

    private int explain(Path file) throws CommandFailure, IOException {
        BundledVerdict bundle =
                BundledVerdict.open(file, new ProfileLoader(new Symbolizer(new FileSystemBinaries()), true)::profile);
        say("The shop was killed. It left " + file + " (" + Units.bytes(Files.size(file)) + "), complete "
                + bundle.tookMillis() + " ms after the limit came near. jemscope why " + file + " says:");
        console.out().println();
        String verdict = ProcessVerdictText.print(bundle.judge(), bundle.title(), Terminal.outputColumns());
        console.out().print(verdict);
        boolean right = verdict.contains(LARGEST_LEAK);
        console.out().println();
        say(
                right
                        ? "As promised: it names the line of the largest leak. For the flame graph: jemscope report --html "
                                + file
                        : "This is not as promised: it should name the largest leak, " + LARGEST_LEAK + ".");
        return right ? ExitCode.OK : ExitCode.WANTING;
    }

    private RecordRequest request(Image image, List<PlantedLeak> planted) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>(List.of(java.toString()));
        if (JemallocFinder.NONE.equals(jemalloc)) {
            // Our own sampler counts the bytes requested, jemalloc those of the block.
            command.add("-Dtestkit.requested=true");
        }
        command.addAll(List.of("-cp", image.testkit().toString(), SERVICE));
        if (open) {
            command.addAll(List.of(Integer.toString(OPEN_SECONDS), "open"));
            if (isEnterRead()) {
                command.add("enter");
            }
        }
        return new RecordRequest(
                command,
                Optional.ofNullable(output),
                force,
                false,
                Optional.empty(),
                ReportRequest.of(ReportFormat.HOLDERS, 10).withText(OutputOptions::fitError),
                DISTANCE,
                false,
                Optional.empty(),
                // The page shows dumps, and a snapshot is deleted when the next one is made.
                open ? Duration.ZERO : Duration.ofSeconds(10),
                Optional.ofNullable(every),
                false,
                false,
                Optional.ofNullable(jemalloc),
                false,
                Terminal.isError(),
                Optional.of(line -> {
                    console.out().println("  shop: " + line);
                    PlantedLeak.parse(line).ifPresent(planted::add);
                }),
                open ? Optional.of(this::show) : Optional.empty());
    }

    /** In the background of a terminal, reading from it would stop the service. */
    private static boolean isEnterRead() {
        return !Terminal.isInput() || Foreground.isOurs();
    }

    private void show(URI page) {
        console.out().println();
        console.out().println("  page: " + page);
        say("  There: Snapshot, then Who holds it. Anyone with this address can control the profiler of this service.");
        console.out().println();
        if (Terminal.isOutput()) {
            Browser.open(page, System.getenv());
        }
    }

    private void explain() {
        console.out().println();
        say("What to look at:");
        say(
                "  The first rows of the table above are the Java lines whose native memory is still held, and how sure each figure is.");
        say(
                "  The native function beside each line says what kind of memory it is: a stream never ended, a buffer never let go.");
        say("  What the shop freed again isn't listed, though it was far more: only live memory counts.");
        console.out().println();
    }

    private void say(String words) {
        console.out().println(Wrapping.fit(words, Terminal.outputColumns()));
    }

    /** Prints which lines leak; false if these aren't those that do. */
    private boolean conclude(Profile profile, List<PlantedLeak> planted) {
        VerdictCollector collector = new VerdictCollector(SiteGrouping.byLine(AllocatorFunctions.KNOWN));
        collector.add(TimedProfile.of(profile, Instant.now()));
        // The shop collects its heap until its exports are freed, before it ends.
        List<SiteVerdicts> verdicts = collector.verdicts(Instant.MAX);
        console.out().println();
        TextOptions layout = TextOptions.rows(Integer.MAX_VALUE).withColumns(Terminal.outputColumns());
        console.out().print(VerdictText.print(verdicts, layout));
        Set<String> named = verdicts.get(0).of(SiteVerdict.Kind.LEAK).stream()
                .map(SiteVerdict::site)
                .collect(Collectors.toSet());
        Set<String> leaks = planted.stream().map(PlantedLeak::site).collect(Collectors.toSet());
        boolean right = named.equals(leaks);
        if (open && leaks.containsAll(named)) {
            // It may have been ended before all of them could be told.
            return true;
        }
        say(
                right
                        ? "These are the planted leaks, and nothing else is called one."
                        : "This is not as promised: the planted leaks should be called leaks, and nothing else.");
        return right;
    }

    private boolean judge(Profile profile, List<PlantedLeak> planted) {
        AllocationSites sites =
                AllocationSites.of(profile, AppPackages.of(profile), AllocatorFunctions.KNOWN, SampleType.LIVE_BYTES);
        List<Verdict> verdicts = Verdict.of(planted, sites.sites());
        boolean kept = !verdicts.isEmpty();
        for (Verdict verdict : verdicts) {
            say(verdict.text());
            kept &= verdict.isKept();
        }
        say(
                kept
                        ? "As promised."
                        : "This is not as promised: each planted leak should be found in its row, within 10%.");
        return kept;
    }
}
