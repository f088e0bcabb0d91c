package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.launch.Image;
import io.jemscope.cli.launch.UserEnvironment;
import io.jemscope.cli.recording.RecordRequest;
import io.jemscope.cli.recording.Recorder;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.report.pipeline.ReportFormat;
import io.jemscope.report.pipeline.ReportOption.Use;
import io.jemscope.report.pipeline.ReportRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a program under jemscope and reports at its end. */
@Command(
        name = "record",
        header = "Runs a program and reports at its end who holds its native memory.",
        description = {
            "",
            "Runs a program under Jemscope and reports at its end which Java lines hold its native memory. The program "
                    + "keeps its input, output and exit code; the report goes to standard error.",
            ""
        },
        modelTransformer = GivenOptions.Adder.class,
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope record -- java -jar app.jar",
            "  jemscope record --duration 5m -o app.pb.gz -- ./start.sh",
            "  jemscope record --every 1m -- java -jar app.jar",
            "  jemscope record --html -- java -jar app.jar",
            "  jemscope record --rate 64KiB --app com.example -- java -cp 'lib/*' com.example.Main",
            "",
            "Exit code: the program's own; 2 for a wrong command line, 70 for a fault of jemscope's own, 73 "
                    + "where the recording's file can't be written, 125 where something is missing that jemscope "
                    + "needs, 126 and 127 as shells have them."
        })
final class RecordCommand implements Callable<Integer>, GivenOptions.Verb {

    private static final Path BESIDE_RECORDING = Path.of("");

    private final Console console;

    @Mixin
    private final OptionSpelling typed = new OptionSpelling();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "The file to write the recording to. Default: jemscope-<main>-<pid>-<time>.pb.gz in the current folder.")
    private @Nullable Path output;

    @Option(names = "--force", description = "Overwrite FILE if it exists.")
    private boolean force;

    @Option(
            names = "--html",
            paramLabel = "PAGE",
            arity = "0..1",
            preprocessor = PageName.class,
            description =
                    "Also write tables and flame graph into one HTML file for a browser. PAGE ends with .html. Default: the "
                            + "recording's name, with .html.")
    private @Nullable Path html;

    /** Takes the next word for PAGE only if it ends as a page's name does: it may be the program. */
    static final class PageName implements IParameterPreprocessor {

        @Override
        public boolean preprocess(
                Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> information) {
            boolean attached = !" ".equals(information.get("separator"));
            if (attached || (!words.isEmpty() && OutputEnding.isHtml(Path.of(words.peek())))) {
                return false;
            }
            option.setValue(BESIDE_RECORDING);
            return true;
        }
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "The report: holders (default), top, tree, collapsed; pprof writes only the recording.")
    private ReportFormat format = ReportFormat.HOLDERS;

    @Mixin
    private CodeOptions code = new CodeOptions();

    private final GivenOptions given = GivenOptions.of(typed, Use.ROWS);

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            description = "Stop sampling and report after this time; the program runs on.")
    private @Nullable Duration duration;

    @Option(
            names = "--accumulated",
            description =
                    "Count freed memory as well. The program's memory then grows with the number of different stacks.")
    private boolean accumulated;

    @Option(
            names = "--snapshot-every",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            description =
                    "How often to save the profile while the program runs, so that there is a report even if the program is "
                            + "killed; 0 for never. Default: 10s, less often if dumps take long.")
    private Duration snapshotEvery = Duration.ofSeconds(10);

    @Option(
            names = "--every",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            description =
                    "Keep a dump at this interval, in a folder jemscope-dumps-<time>, for jemscope trend and diff. At most "
                            + "1,000 are kept; after that every second dump of the process with the most dumps is deleted. Replaces "
                            + "--snapshot-every.")
    private @Nullable Duration every;

    @Option(names = "--keep-raw", description = "Keep jemalloc's own dump and its symbols beside the recording.")
    private boolean keepRaw;

    @Option(names = "--quiet", description = "No progress line, even on a terminal.")
    private boolean quiet;

    @Mixin
    private TargetOptions target = new TargetOptions();

    RecordCommand(Console console) {
        this.console = console;
    }

    @Override
    public GivenOptions given() {
        return given;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        check();
        RecordRequest request = new RecordRequest(
                target.command(),
                Optional.ofNullable(output),
                force,
                html != null,
                Optional.ofNullable(html).filter(page -> !page.equals(BESIDE_RECORDING)),
                report(),
                target.distance(),
                accumulated,
                Optional.ofNullable(duration),
                snapshotEvery,
                Optional.ofNullable(every),
                keepRaw,
                target.followChildren(),
                target.jemalloc(),
                target.mmap(),
                !quiet && Terminal.isError(),
                Optional.empty(),
                Optional.empty());
        return new Recorder(request, console, Image.own(), UserEnvironment.of(System.getenv()))
                .record()
                .exitCode();
    }

    private ReportRequest report() {
        // Freed memory is counted beside what is live, and doesn't take its place.
        return given.ask(options -> options.request(format, format.usualRows()))
                .withCode(code.code())
                .withText(OutputOptions::fitError);
    }

    private void check() {
        if (force && output == null && (html == null || html.equals(BESIDE_RECORDING))) {
            throw new ParameterException(spec.commandLine(), "--force goes with -o FILE: name the file to replace");
        }
        if (html != null) {
            OutputEnding.checkPage(html);
        }
        given.check(format, false, false);
        code.check(format);
        if (every != null && every.isZero()) {
            throw new ParameterException(spec.commandLine(), "--every 0 keeps nothing: name a longer time");
        }
        if (every != null && spec.commandLine().getParseResult().hasMatchedOption("--snapshot-every")) {
            throw new ParameterException(
                    spec.commandLine(), "--every takes the place of --snapshot-every: leave one of them out");
        }
        if (duration != null && duration.isZero()) {
            throw new ParameterException(spec.commandLine(), "--duration 0 records nothing: name a longer time");
        }
    }
}
