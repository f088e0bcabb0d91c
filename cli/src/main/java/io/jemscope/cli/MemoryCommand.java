package io.jemscope.cli;

import io.jemscope.cli.control.AgentException;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.live.MemoryText;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says where a running JVM's resident memory lies. */
@Command(
        name = "memory",
        header = "Shows where a running JVM's resident memory (RSS) is.",
        description = {
            "",
            "Rows that add up to RSS: Java heap, thread stacks, jemalloc, mapped files, JVM structures and the rest, "
                    + "each with its known parts. Also what counts against the container's limit.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope memory 4711",
            "  jemscope memory 4711 --json | jq '.rows[] | {name, residentBytes}'",
            "",
            "Exit code: 0; 2 for a wrong command line, 68 if TARGET fits no JVM or several, or no agent is loaded, 69 "
                    + "where the agent refuses or doesn't answer."
        })
final class MemoryCommand implements Callable<Integer> {

    private static final int HELD_UP = 409;

    private final Console console;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Option(
            names = "--large",
            description =
                    "Read it even if the JVM has 4 GiB or more. While the kernel counts pages, about 40 ms per GiB, the "
                            + "program can't start threads or map memory.")
    private boolean large;

    MemoryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        String word = jvm.target().word();
        Answer memory = jvm.ask(agent -> agent.memory(large), refusal -> next(refusal, word));
        if (!jvm.printJson(memory, console)) {
            console.out().print(MemoryText.print(memory, jvm.target(), Terminal.outputColumns()));
        }
        return ExitCode.OK;
    }

    private static String next(AgentException refusal, String word) {
        return refusal.status() == HELD_UP
                ? "where it may be held up for so long: jemscope memory " + word + " --large"
                : "see what it is and does: jemscope state " + word;
    }
}
