package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.Failures;
import io.jemscope.cli.recording.OutputFile;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.cli.view.ReportFormat;
import io.jemscope.cli.view.ReportView;
import io.jemscope.profile.Measure;
import io.jemscope.profile.Profile;
import io.jemscope.report.Top;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a report of a file. */
@Command(
        name = "report",
        header = "Says who holds the memory of a recording or a dump.",
        description = {
            "",
            "Reads a recording or a heap dump of jemalloc and says who holds the memory.",
            "A dump's Java names are taken from FILE.symbols beside it, its functions' names from the files of this machine.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope report app.pb.gz",
            "  jemscope report app.pb.gz --format tree | less",
            "  jemscope report jeprof.4711.0.f.heap --format pprof -o app.pb.gz",
            "",
            "Exit code: 0; 1 where FILE doesn't know what --accumulated asks for; 2 for a wrong command line, 66 where FILE",
            "can't be read, 73 where OUT can't be written."
        })
final class ReportCommand implements Callable<Integer> {

    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description = "A recording (pprof), or a heap dump (jemalloc's heap_v2, gperftools').")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "holders (default), top, tree, collapsed (for flame graphs) or pprof.")
    private ReportFormat format = ReportFormat.HOLDERS;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "Where to write. Default: standard output.")
    private @Nullable Path output;

    @Option(names = "--force", description = "Replace OUT where there is such a file already.")
    private boolean force;

    @Mixin
    private RowOptions rows = new RowOptions();

    @Option(
            names = "--sort",
            paramLabel = "ORDER",
            description = "What --format top is ordered by: flat (default), cumulative.")
    private Top.@Nullable Order order;

    @Option(names = "--live", description = "Count what is still held. This is the default.")
    private boolean live;

    @Option(names = "--accumulated", description = "Count what was ever asked for, freed or not, where that is known.")
    private boolean accumulated;

    @Option(names = "--objects", description = "Count objects instead of bytes (top, tree and collapsed).")
    private boolean objects;

    ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, IOException {
        check();
        ReportView view =
                new ReportView(format, rows.app(), rows.rows(), measure(), order == null ? Top.Order.FLAT : order);
        if (output != null) {
            OutputFile.check(output, force);
        }
        Profile profile = FileReport.read(file);
        if (accumulated && profile.accumulated().isNone()) {
            throw new CommandFailure(
                    ExitCode.WANTING,
                    file + " doesn't know what was freed",
                    "the program ran without prof_accum",
                    "record it with --accumulated, or leave --accumulated out here");
        }
        if (output == null) {
            view.write(profile, console.out());
        } else {
            write(view, profile, output);
        }
        return ExitCode.OK;
    }

    private void write(ReportView view, Profile profile, Path place) throws CommandFailure {
        try {
            OutputFile.write(place, force, out -> view.write(profile, out));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNWRITABLE, "can't write " + place, Failures.words(e), "choose another file with -o");
        }
    }

    private Measure measure() {
        if (objects) {
            return accumulated ? Measure.ACCUMULATED_OBJECTS : Measure.LIVE_OBJECTS;
        }
        return accumulated ? Measure.ACCUMULATED_BYTES : Measure.LIVE_BYTES;
    }

    private void check() {
        rows.check(format);
        if (live && accumulated) {
            throw mistake("--live and --accumulated contradict each other: leave one of them out");
        }
        if (force && output == null) {
            throw mistake("--force goes with -o OUT: name the file to replace");
        }
        if (order != null && format != ReportFormat.TOP) {
            throw mistake("--sort goes with --format top: leave it out, or choose that format");
        }
        if (format == ReportFormat.PPROF && (live || accumulated || objects)) {
            throw mistake("--format pprof writes all there is: leave --live, --accumulated and --objects out");
        }
        if (format == ReportFormat.HOLDERS && objects) {
            throw mistake("--objects goes with --format top, tree or collapsed: holders shows both");
        }
        if (format == ReportFormat.PPROF && output == null && Terminal.isOutput()) {
            throw mistake("--format pprof is nothing for a terminal: name a file with -o OUT");
        }
    }

    private ParameterException mistake(String words) {
        return new ParameterException(spec.commandLine(), words);
    }
}
