package io.jemscope.cli;

import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.live.LiveProfiles;
import io.jemscope.cli.live.RunProfile;
import io.jemscope.cli.terminal.Console;
import io.jemscope.profile.filter.StackFilter;
import io.jemscope.report.Units;
import io.jemscope.report.pipeline.Report;
import io.jemscope.report.pipeline.ReportFormat;
import io.jemscope.report.pipeline.ReportRequest;
import io.jemscope.report.shaping.Labels;
import io.jemscope.report.shaping.ProfileTransform;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Where the report of a run goes, and in which format. */
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

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(names = "--everything", description = "Include what was sampled before the run began.")
    private boolean everything;

    boolean isFile() {
        return output.file != null;
    }

    /** Whether anything is said of the report. */
    boolean isAsked() {
        return output.file != null || format != null || everything || output.force;
    }

    /** Refuses early what can't be written. */
    void check() throws CommandFailure {
        ReportFormat wanted = format();
        if (wanted == ReportFormat.PEEK || wanted.isSource()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--format " + FormatOptions.name(wanted)
                            + " asks for functions: fetch with -o run.pb.gz, then jemscope report run.pb.gz");
        }
        if (output.file != null) {
            OutputEnding.check(output.file, wanted);
        }
        output.check();
    }

    /** Refuses options of the report early if --json prints the run instead. */
    void checkJson(boolean isJson, boolean isFiltered) {
        if (isJson && output.file == null && (isFiltered || isAsked())) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--json prints the run and no report, so what is said of the report goes with it only beside -o:"
                            + " name a file with -o OUT, or leave --json out");
        }
    }

    /** Writes the report of a run that has ended; returns the options that matched nothing. */
    List<Labels.Unmatched> report(Answer run, LiveProfiles profiles, StackFilter filter, Console console)
            throws CommandFailure, IOException {
        Report report = RunProfile.report(run, profiles, everything, request(filter));
        if (!everything && !run.has("baseline")) {
            String what = "jemscope: run " + run.shown("id") + " has no dump from its start, or none any more: ";
            console.err().println(what + "what was sampled before it is in the report, too");
        }
        if (report.omitted() < 0) {
            console.err()
                    .println("jemscope: stacks that hold less than when the run began, "
                            + Units.bytes(report.omitted()) + " in all, aren't in it: "
                            + FormatOptions.name(format())
                            + " has no negative figures; --format pprof has them");
        }
        output.write(report::write, console);
        if (output.file != null) {
            console.err().println("written: " + output.file);
        }
        return report.unmatched();
    }

    private ReportRequest request(StackFilter filter) {
        return ReportRequest.of(format(), ReportRequest.ROWS)
                .withTransform(new ProfileTransform(filter, Labels.AS_THEY_ARE, false))
                .withText(output::fit);
    }

    private ReportFormat format() {
        if (format != null) {
            return format;
        }
        return output.file == null ? ReportFormat.HOLDERS : OutputEnding.format(output.file);
    }
}
