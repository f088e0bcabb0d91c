package io.jemscope.cli;

import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.Failures;
import io.jemscope.cli.live.LiveProfiles;
import io.jemscope.cli.live.RunProfile;
import io.jemscope.cli.recording.OutputFile;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.profile.filter.StackFilter;
import io.jemscope.report.Units;
import io.jemscope.report.pipeline.Report;
import io.jemscope.report.pipeline.ReportFormat;
import io.jemscope.report.pipeline.ReportRequest;
import io.jemscope.report.shaping.Labels;
import io.jemscope.report.shaping.ProfileTransform;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Where the report of a run goes, and in which form. */
final class ProfileOutput {

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "The report: holders (default), top, tree, traces, threads, dot, svg, collapsed, pprof, speedscope, "
                            + "callgrind, jeprof or json. With -o the file's ending decides: .pb.gz, .svg, .json and so on.")
    private @Nullable ReportFormat format;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "Where to write. Default: standard output.")
    private @Nullable Path output;

    @Option(names = "--force", description = "Overwrite OUT if it exists.")
    private boolean force;

    @Option(names = "--everything", description = "Include what was sampled before the run began.")
    private boolean everything;

    boolean isFile() {
        return output != null;
    }

    /** Whether anything is said of the report. */
    boolean isAsked() {
        return output != null || format != null || everything || force;
    }

    /** Says early what can't be written. */
    void check() throws CommandFailure {
        ReportFormat wanted = format();
        if (wanted == ReportFormat.PEEK || wanted.isSource()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--format " + FormatOptions.name(wanted)
                            + " asks for functions: fetch with -o run.pb.gz, then jemscope report run.pb.gz");
        }
        if (force && output == null) {
            throw new ParameterException(spec.commandLine(), "--force goes with -o OUT: name the file to replace");
        }
        if (output != null) {
            OutputEnding.check(output, wanted);
            OutputFile.check(output, force);
        }
    }

    /** Says early that the run is printed as JSON instead of its report, where something is said of the report. */
    void checkJson(boolean isJson, boolean isFiltered) {
        if (isJson && output == null && (isFiltered || isAsked())) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--json prints the run and no report, so what is said of the report goes with it only beside -o:"
                            + " name a file with -o OUT, or leave --json out");
        }
    }

    /** Reports what a filter leaves of a run that has ended; answers what was asked for that nothing matched. */
    List<Labels.Unmatched> report(Answer run, LiveProfiles profiles, StackFilter filter, Console console)
            throws CommandFailure, IOException {
        Report report = RunProfile.report(run, profiles, everything, request(filter));
        if (!everything && !run.has("baseline")) {
            String what = "jemscope: run " + run.shown("id") + " has no dump from its start, or none any more: ";
            console.err().println(what + "what was sampled before it is in the report, too");
        }
        if (report.dropped() < 0) {
            console.err()
                    .println("jemscope: stacks that hold less than when the run began, "
                            + Units.bytes(report.dropped()) + " in all, aren't in it: "
                            + FormatOptions.name(format())
                            + " has no negative figures; --format pprof has them");
        }
        write(report, console);
        return report.unmatched();
    }

    private ReportRequest request(StackFilter filter) {
        ReportRequest request = ReportRequest.of(format(), ReportRequest.ROWS)
                .with(new ProfileTransform(filter, Labels.AS_THEY_ARE, false));
        return output == null && Terminal.isOutput()
                ? request.with(request.layout().withColumns(Terminal.columns(System.getenv())))
                : request;
    }

    private void write(Report report, Console console) throws CommandFailure, IOException {
        if (output == null) {
            report.write(console.out());
            console.out().flush();
            return;
        }
        try {
            OutputFile.write(output, force, report::write);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNWRITABLE, "can't write " + output, Failures.words(e), "choose another file with -o");
        }
        console.err().println("written: " + output);
    }

    private ReportFormat format() {
        if (format != null) {
            return format;
        }
        return output == null ? ReportFormat.HOLDERS : OutputEnding.format(output);
    }
}
