package io.jemscope.cli;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.live.RunText;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the runs that a running JVM's agent keeps. */
@Command(
        name = "runs",
        header = "Lists the runs of a running JVM.",
        description = {
            "",
            "Lists runs, the newest first: the current one, and those that have ended and can be fetched.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope runs 4711",
            "",
            "Exit code: 0; 2 for a wrong command line, 68 if TARGET fits no JVM or several, or no agent is loaded, 69 "
                    + "where the agent refuses or doesn't answer."
        })
final class RunsCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    RunsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        Answer runs = jvm.ask(AgentClient::runs);
        if (!jvm.printJson(runs, console)) {
            console.out().print(RunText.table(runs.list("runs"), Terminal.outputColumns()));
        }
        return ExitCode.OK;
    }
}
