package io.jemscope.cli;

import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.terminal.Console;
import io.jemscope.report.Units;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Has a running JVM's allocator give unused memory back to the system. */
@Command(
        name = "purge",
        header = "Returns unused memory of a running JVM's allocator to the system.",
        description = {
            "",
            "Returns freed memory that jemalloc or glibc (by malloc_trim) still holds to the system; the program's own memory "
                    + "isn't touched. This shows whether high resident memory is the allocator's reserve or the program's. On "
                    + "glibc the printed figures are the process's RSS, and threads that allocate wait while their arena is "
                    + "trimmed.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope purge 4711",
            "  jemscope purge 4711 --action decay",
            "",
            "Exit code: 0; 2 for a wrong command line, 68 if TARGET fits no JVM or several, or no agent is loaded, 69 "
                    + "where the agent refuses or doesn't answer."
        })
final class PurgeCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Option(
            names = "--action",
            paramLabel = "ACTION",
            description =
                    "purge (default: everything unused), decay (only what is due; jemalloc only), or collect (collect the Java heap, which frees direct "
                            + "buffers and streams of dead objects).")
    private Action action = Action.PURGE;

    /** What is to be done. */
    enum Action {
        PURGE,
        DECAY,
        COLLECT
    }

    PurgeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        Answer done = jvm.ask(agent -> agent.purge(action.name().toLowerCase(Locale.ROOT)));
        if (!jvm.printJson(done, console)) {
            long before = done.number("residentBefore");
            long after = done.number("residentAfter");
            boolean ofProcess = done.text("residentOf").orElse("").equals("process");
            console.out()
                    .println((ofProcess ? "RSS " : "resident ") + Units.bytes(before) + " before, " + Units.bytes(after)
                            + " after: "
                            + (after < before
                                    ? Units.bytes(before - after) + " given back"
                                    : "nothing was given back"));
        }
        return ExitCode.OK;
    }
}
