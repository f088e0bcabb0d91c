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
        header = "Finds what holds a JVM's native memory, down to the Java line that allocated it.",
        description = {
            "",
            "Runs programs on jemalloc, whose heap profiler samples their allocations, and reads its dumps.",
            ""
        },
        subcommands = {
            RecordCommand.class,
            RunCommand.class,
            ReportCommand.class,
            DiffCommand.class,
            TrendCommand.class,
            WhyCommand.class,
            DoctorCommand.class,
            DemoCommand.class,
            ListCommand.class,
            AttachCommand.class,
            DetachCommand.class,
            ActivateCommand.class,
            DeactivateCommand.class,
            DumpCommand.class,
            MemoryCommand.class,
            HistoryCommand.class,
            BundleCommand.class,
            StatsCommand.class,
            StartCommand.class,
            StopCommand.class,
            StateCommand.class,
            RunsCommand.class,
            FetchCommand.class,
            MsgCommand.class,
            OptionsCommand.class,
            PurgeCommand.class,
            TopCommand.class,
            OpenCommand.class,
            CollectCommand.class,
            FleetCommand.class,
            CompletionCommand.class
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "VERB",
        commandListHeading = "%nVerbs:%n",
        footer = {
            "",
            "jemscope VERB --help, or jemscope help VERB, shows a verb's options. Begin with: jemscope demo",
        })
final class JemscopeCommand implements Callable<Integer> {

    static final List<String> VERBS = List.of(
            "record",
            "run",
            "report",
            "diff",
            "trend",
            "why",
            "doctor",
            "demo",
            "list",
            "attach",
            "detach",
            "activate",
            "deactivate",
            "dump",
            "memory",
            "history",
            "bundle",
            "stats",
            "start",
            "stop",
            "state",
            "runs",
            "fetch",
            "msg",
            "options",
            "purge",
            "top",
            "open",
            "collect",
            "fleet",
            "completion");

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
            case "why" -> new WhyCommand(console);
            case "doctor" -> new DoctorCommand(console);
            case "demo" -> new DemoCommand(console);
            case "list" -> new ListCommand(console);
            case "attach" -> new AttachCommand(console);
            case "detach" -> new DetachCommand(console);
            case "activate" -> new ActivateCommand(console);
            case "deactivate" -> new DeactivateCommand(console);
            case "dump" -> new DumpCommand(console);
            case "memory" -> new MemoryCommand(console);
            case "history" -> new HistoryCommand(console);
            case "bundle" -> new BundleCommand(console);
            case "stats" -> new StatsCommand(console);
            case "start" -> new StartCommand(console);
            case "stop" -> new StopCommand(console);
            case "state" -> new StateCommand(console);
            case "runs" -> new RunsCommand(console);
            case "fetch" -> new FetchCommand(console);
            case "msg" -> new MsgCommand(console);
            case "options" -> new OptionsCommand(console);
            case "purge" -> new PurgeCommand(console);
            case "top" -> new TopCommand(console);
            case "open" -> new OpenCommand(console);
            case "collect" -> new CollectCommand(console);
            case "fleet" -> new FleetCommand(console);
            case "completion" -> new CompletionCommand(console);
            default -> throw new IllegalArgumentException("no verb " + name);
        };
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "a verb is missing: " + String.join(", ", VERBS));
    }
}
