package io.jemscope.cli;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.live.StateText;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says what a running JVM, its jemalloc and its agent are and do. */
@Command(
        name = "state",
        header = "Shows the state of a running JVM, its jemalloc and its agent.",
        description = {
            "",
            "Shows the process, jemalloc and its profiling, the current run, the samples so far, and memory as "
                    + "jemalloc counts it.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope state 4711",
            "  jemscope state Main --json",
            "",
            "Exit code: 0; 2 for a wrong command line, 68 if TARGET fits no JVM or several, or no agent is loaded, 69 "
                    + "where the agent refuses or doesn't answer."
        })
final class StateCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    StateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        Answer state = jvm.ask(AgentClient::describe);
        if (!jvm.printJson(state, console)) {
            console.out().print(StateText.print(state, jvm.target(), Terminal.outputColumns()));
        }
        return ExitCode.OK;
    }
}
