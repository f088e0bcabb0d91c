package io.jemscope.cli;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.live.LiveProfiles;
import io.jemscope.cli.live.RawFiles;
import io.jemscope.cli.live.RunProfile;
import io.jemscope.cli.live.RunText;
import io.jemscope.cli.terminal.Console;
import io.jemscope.profile.filter.StackFilter;
import io.jemscope.report.pipeline.ReportOption.Use;
import io.jemscope.report.pipeline.ReportOptions;
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

/** Fetches the profile of a run, and reports it. */
@Command(
        name = "fetch",
        header = "Fetches a run's profile from a running JVM and shows who holds the memory.",
        description = {
            "",
            "Downloads the run's dump and the names of its Java frames, and prints the report. What was sampled before "
                    + "the run began is left out unless you give --everything.",
            ""
        },
        modelTransformer = GivenOptions.Adder.class,
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope fetch 4711",
            "  jemscope fetch 4711 1763700000 -o run.pb.gz",
            "  jemscope fetch 4711 --focus Inflater --format tree",
            "  jemscope fetch 4711 --raw-dump run.heap",
            "",
            "Exit code: 0; 2 for a wrong command line, 68 if TARGET fits no JVM or several, or no agent is loaded, 69 "
                    + "where the agent refuses or doesn't answer, or the run has no profile, 73 where OUT can't be written."
        })
final class FetchCommand implements Callable<Integer>, GivenOptions.Verb {

    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "RUN",
            description = "The run's id, see jemscope runs. Default: the newest run that has ended.")
    private @Nullable String run;

    @Mixin
    private ProfileOutput output = new ProfileOutput();

    @Mixin
    private final OptionSpelling typed = new OptionSpelling();

    private final GivenOptions given = GivenOptions.of(typed, Use.FILTER);

    @Option(
            names = "--raw-dump",
            paramLabel = "FILE",
            description =
                    "Write jemalloc's own dump to FILE and the names of its Java frames to FILE.symbols; print no report.")
    private @Nullable Path raw;

    FetchCommand(Console console) {
        this.console = console;
    }

    @Override
    public GivenOptions given() {
        return given;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        output.check();
        StackFilter filter = given.ask(ReportOptions::filter);
        Path file = raw;
        if (file != null) {
            if (output.isAsked() || !filter.isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--raw-dump reports nothing, so -o, --format, --everything and --focus with its like don't go"
                                + " with it: fetch twice");
            }
            RawFiles.check(file, false);
        } else {
            output.checkJson(jvm.isJson(), !filter.isEmpty());
        }
        Answer chosen = jvm.ask(
                this::choose,
                "see which there are: jemscope runs " + jvm.target().word());
        boolean isJson = jvm.printJson(chosen, console);
        RunProfile.check(chosen, jvm.target().word());
        if (!isJson) {
            console.err()
                    .println("jemscope: " + RunText.line(chosen) + " in "
                            + jvm.target().name());
        }
        if (file != null) {
            jvm.ask(agent -> RawFiles.write(agent, chosen.shown("profile"), file, false));
            if (!isJson) {
                console.out().println(file);
            }
        } else if (!isJson || output.isFile()) {
            jvm.ask(agent -> report(agent, chosen, filter));
        }
        return ExitCode.OK;
    }

    /** Fails if the newest run has no profile: an older run's would be misleading. */
    private Answer choose(AgentClient agent) throws IOException, CommandFailure {
        if (run != null) {
            return agent.run(run);
        }
        for (Answer some : agent.runs().list("runs")) {
            if (!RunText.isOn(some)) {
                return some;
            }
        }
        throw new CommandFailure(
                ExitCode.REFUSED,
                "there is no run to fetch",
                "none has ended yet",
                "start one: jemscope start " + jvm.target().word() + " --duration 30s");
    }

    private Answer report(AgentClient agent, Answer chosen, StackFilter filter) throws IOException, CommandFailure {
        given.tellUnmatched(output.report(chosen, new LiveProfiles(agent, jvm.target()), filter, console), console);
        return chosen;
    }
}
