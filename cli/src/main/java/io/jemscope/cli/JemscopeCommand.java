package io.jemscope.cli;

import io.jemscope.cli.terminal.Console;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command without a verb: help and version. */
@Command(
        name = "jemscope",
        description = {"", "Shows where a JVM's native memory goes, down to the Java line that asked for it.", ""},
        subcommands = {
            RecordCommand.class,
            RunCommand.class,
            ReportCommand.class,
            DiffCommand.class,
            TrendCommand.class,
            DoctorCommand.class,
            DemoCommand.class
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "VERB",
        commandListHeading = "%nVerbs:%n",
        footer = {
            "",
            "jemscope VERB --help tells more about a verb. Begin with: jemscope demo",
        })
final class JemscopeCommand implements Callable<Integer> {

    static final List<String> VERBS = List.of("record", "run", "report", "diff", "trend", "doctor", "demo");

    /** Those behind whose options a program and its own arguments follow. */
    static final List<String> PROGRAM_VERBS = List.of("record", "run", "doctor");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    static Callable<Integer> verb(String name, Console console) {
        return switch (name) {
            case "record" -> new RecordCommand(console);
            case "run" -> new RunCommand(console);
            case "report" -> new ReportCommand(console);
            case "diff" -> new DiffCommand(console);
            case "trend" -> new TrendCommand(console);
            case "doctor" -> new DoctorCommand(console);
            case "demo" -> new DemoCommand(console);
            default -> throw new IllegalArgumentException("no verb " + name);
        };
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "a verb is missing: " + String.join(", ", VERBS));
    }
}
