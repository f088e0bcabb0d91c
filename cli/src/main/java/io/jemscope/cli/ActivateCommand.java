package io.jemscope.cli;

import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.terminal.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Switches sampling on in a running JVM. */
@Command(
        name = "activate",
        header = "Switches sampling on in a running JVM.",
        description = {
            "",
            "Samples until jemscope deactivate or the program's end. If sampling is already on, nothing changes. To "
                    + "sample for a limited time and get a report, use jemscope start.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope activate 4711",
            "  jemscope activate com.example.Main",
            "",
            "Exit code: 0; 2 for a wrong command line, 68 if TARGET fits no JVM or several, or no agent is loaded, 69 "
                    + "where the agent refuses or doesn't answer."
        })
final class ActivateCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Option(names = "--force", description = "Even during a run; sampling then stays on when the run ends.")
    private boolean force;

    ActivateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        Answer answer = jvm.ask(
                agent -> agent.setProfiling(true, force),
                "end the run: jemscope stop " + jvm.target().word() + "; or say --force");
        if (!jvm.printJson(answer, console)) {
            console.out()
                    .println("sampling is on" + (answer.flag("changed") ? " now in " : " already in ")
                            + jvm.target().name());
            answer.text("warning").ifPresent(warning -> console.err().println("jemscope: " + warning));
        }
        return ExitCode.OK;
    }
}
