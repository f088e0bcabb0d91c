package io.jemscope.cli;

import io.jemscope.cli.demo.PlantedLeak;
import io.jemscope.cli.demo.Verdict;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.launch.Image;
import io.jemscope.cli.launch.SampleDistance;
import io.jemscope.cli.launch.UserEnvironment;
import io.jemscope.cli.recording.Outcome;
import io.jemscope.cli.recording.RecordRequest;
import io.jemscope.cli.recording.Recorder;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.report.AllocationSites;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.AppPackages;
import io.jemscope.report.Wrapping;
import io.jemscope.report.pipeline.ReportFormat;
import io.jemscope.report.pipeline.ReportRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Records a leaky service that comes with the product, and checks the report against what the service planted. */
@Command(
        name = "demo",
        header = "Records a leaky service that comes with Jemscope.",
        description = {
            "",
            "Records a small leaky service that comes with Jemscope, and compares the report with the known leaks.",
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

    DemoCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        Image image = Image.own();
        if (!Files.isReadable(image.testkit())) {
            throw new CommandFailure(
                    ExitCode.UNPREPARED,
                    "the demonstration is missing: " + image.testkit(),
                    "the product isn't complete, or was moved in parts",
                    "build it again, or copy its folder as a whole");
        }
        say(
                "A small web shop runs for some ten seconds. It leaks native memory in a few places, beside much that it frees.");
        console.out().println();
        List<PlantedLeak> planted = new CopyOnWriteArrayList<>();
        Outcome outcome =
                new Recorder(request(image, planted), console, image, UserEnvironment.of(System.getenv())).record();
        if (outcome.exitCode() != 0 || outcome.profiles().isEmpty()) {
            return outcome.exitCode() != 0 ? outcome.exitCode() : ExitCode.WANTING;
        }
        explain();
        return judge(outcome.profiles().get(0), planted) ? ExitCode.OK : ExitCode.WANTING;
    }

    private RecordRequest request(Image image, List<PlantedLeak> planted) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new RecordRequest(
                List.of(java.toString(), "-cp", image.testkit().toString(), SERVICE),
                Optional.ofNullable(output),
                force,
                false,
                Optional.empty(),
                ReportRequest.of(ReportFormat.HOLDERS, 10).withText(OutputOptions::fitError),
                DISTANCE,
                false,
                Optional.empty(),
                Duration.ofSeconds(10),
                Optional.ofNullable(every),
                false,
                false,
                Optional.empty(),
                Terminal.isError(),
                Optional.of(line -> {
                    console.out().println("  shop: " + line);
                    PlantedLeak.parse(line).ifPresent(planted::add);
                }));
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
