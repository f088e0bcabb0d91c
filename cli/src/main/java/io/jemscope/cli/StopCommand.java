package io.jemscope.cli;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.live.RunProfile;
import io.jemscope.cli.live.RunText;
import io.jemscope.cli.terminal.Console;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ends a run in a running JVM. */
@Command(
        name = "stop",
        header = "Ends a run in a running JVM.",
        description = {
            "",
            "Stops sampling and keeps the samples as the run's profile. A run that has ended stays as it is. If "
                    + "sampling is on without a run, --force stops it.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope stop 4711",
            "  jemscope stop 4711 --force",
            "",
            "Exit code: 0; 2 for a wrong command line, 68 if TARGET fits no JVM or several, or no agent is loaded, 69 "
                    + "where the agent refuses or doesn't answer, or the run has no profile."
        })
final class StopCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "RUN",
            defaultValue = AgentClient.CURRENT,
            description =
                    "The run's id. Default: the current run. 'external' with --force stops sampling that something else "
                            + "switched on, and keeps its profile.")
    private String run = AgentClient.CURRENT;

    @Option(
            names = "--force",
            description = "Required with 'external'. Without RUN it means 'external' if sampling is on without a run.")
    private boolean force;

    StopCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        Answer stopped = jvm.ask(
                agent -> agent.finishRun(isExternal(agent) ? AgentClient.EXTERNAL : run, force),
                "see which there are: jemscope runs " + jvm.target().word()
                        + "; what something else began is stopped with: external --force");
        String word = jvm.target().word();
        boolean isJson = jvm.printJson(stopped, console);
        RunProfile.check(stopped, word);
        if (!isJson) {
            console.out().println(RunText.line(stopped));
            console.out().println("its report: jemscope fetch " + word + " " + stopped.shown("id"));
        }
        return ExitCode.OK;
    }

    /** Whether by force and no name that is meant which something else has switched on, since no run is. */
    private boolean isExternal(AgentClient agent) throws IOException {
        if (!force || !run.equals(AgentClient.CURRENT)) {
            return false;
        }
        Answer state = agent.describe();
        return !state.has("run") && state.object("jemalloc").flag("active");
    }
}
