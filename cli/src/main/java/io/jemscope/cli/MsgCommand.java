package io.jemscope.cli;

import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.terminal.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sends a running JVM one of the four messages that Traffic Server's memory_profile knows. */
@Command(
        name = "msg",
        header = "Sends a running JVM one of the four messages that Traffic Server's memory_profile knows.",
        description = {
            "",
            "The form of 'traffic_ctl plugin msg': activate and deactivate switch sampling, dump writes a heap profile and "
                    + "prints its file, stats prints jemalloc's statistics.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope msg 4711 memory_profile activate",
            "  jemscope msg 4711 memory_profile dump",
            "",
            "Exit code: 0; 2 for a wrong command line, 68 where no JVM or several are meant or no agent is in it, 69 "
                    + "where the agent refuses or doesn't answer."
        })
final class MsgCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Parameters(index = "1", paramLabel = "PLUGIN", description = "memory_profile, as there is no other.")
    private String plugin = "";

    @Parameters(index = "2", paramLabel = "MESSAGE", description = "activate, dump, stats or deactivate.")
    private String message = "";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    MsgCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        if (!plugin.equals("memory_profile")) {
            throw mistake("there is no plugin '" + plugin + "': the messages are for memory_profile");
        }
        switch (message) {
            case "activate" -> activate(true);
            case "deactivate" -> activate(false);
            case "dump" -> dump();
            case "stats" -> stats();
            default ->
                throw mistake(
                        "'" + message + "' is no message for memory_profile: send activate, dump, stats or deactivate");
        }
        return ExitCode.OK;
    }

    private void activate(boolean active) throws CommandFailure, InterruptedException {
        Answer answer = jvm.ask(agent -> agent.setProfiling(active, false));
        if (!jvm.printJson(answer, console)) {
            console.out()
                    .println("profiling is " + (active ? "active" : "not active")
                            + (answer.flag("changed") ? " now" : ", as it was"));
        }
    }

    private void dump() throws CommandFailure, InterruptedException {
        Answer dump = jvm.ask(agent -> agent.makeDump("asked"));
        if (!jvm.printJson(dump, console)) {
            console.out().println(dump.shown("file"));
        }
    }

    private void stats() throws CommandFailure, InterruptedException {
        String format = jvm.isJson() ? "json" : "text";
        String statistics = jvm.ask(agent -> agent.statistics(format, ""));
        console.out().print(statistics.endsWith("\n") ? statistics : statistics + "\n");
    }

    private ParameterException mistake(String words) {
        return new ParameterException(spec.commandLine(), words);
    }
}
