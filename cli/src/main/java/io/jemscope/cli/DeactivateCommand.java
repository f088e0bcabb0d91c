package io.jemscope.cli;

import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.terminal.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Switches sampling off in a running JVM. */
@Command(
        name = "deactivate",
        header = "Switches sampling off in a running JVM.",
        description = {
            "",
            "Stops sampling; samples taken so far are kept. If sampling is already off, nothing changes.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope deactivate 4711",
            "  jemscope deactivate com.example.Main",
            "",
            "Exit code: 0; 2 for a wrong command line, 68 if TARGET fits no JVM or several, or no agent is loaded, 69 "
                    + "where the agent refuses or doesn't answer."
        })
final class DeactivateCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Option(names = "--force", description = "Even during a run, which then ends without a profile.")
    private boolean force;

    DeactivateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        Answer answer = jvm.ask(
                agent -> agent.setProfiling(false, force),
                "end the run: jemscope stop " + jvm.target().word() + "; or say --force");
        if (!jvm.printJson(answer, console)) {
            console.out()
                    .println("sampling is off" + (answer.flag("changed") ? " now in " : " already in ")
                            + jvm.target().name());
            answer.text("warning").ifPresent(warning -> console.err().println("jemscope: " + warning));
        }
        return ExitCode.OK;
    }
}
