package io.jemscope.cli;

import com.google.gson.JsonObject;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.terminal.Console;
import java.util.List;
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
        header = "Sends a running JVM a message of Traffic Server's memory_profile plugin.",
        description = {
            "",
            "Takes the same messages as 'traffic_ctl plugin msg': activate and deactivate switch sampling, dump makes "
                    + "jemalloc write a heap profile under its own name, stats prints statistics here and to the program's "
                    + "standard error.",
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
            "Exit code: 0; 2 for a wrong command line, 68 if TARGET fits no JVM or several, or no agent is loaded, 69 "
                    + "where the agent refuses or doesn't answer."
        })
final class MsgCommand implements Callable<Integer> {

    private static final List<String> MESSAGES = List.of("activate", "dump", "stats", "deactivate");

    private final Console console;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Parameters(index = "1", paramLabel = "PLUGIN", description = "memory_profile, the only one.")
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
        if (!MESSAGES.contains(message)) {
            throw mistake(
                    "'" + message + "' is not a message of memory_profile: send activate, dump, stats or deactivate");
        }
        String answer = jvm.ask(
                agent -> agent.message(message),
                "end the run that is on: jemscope stop " + jvm.target().word());
        JsonObject json = new JsonObject();
        json.addProperty("message", message);
        json.addProperty("answer", answer);
        if (!jvm.printJson(new Answer(json), console)) {
            console.out().print(answer.endsWith("\n") ? answer : answer + "\n");
        }
        return ExitCode.OK;
    }

    private ParameterException mistake(String words) {
        return new ParameterException(spec.commandLine(), words);
    }
}
