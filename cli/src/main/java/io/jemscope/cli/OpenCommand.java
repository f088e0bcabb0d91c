package io.jemscope.cli;

import com.google.gson.JsonObject;
import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Opens the page of a running JVM's agent, or prints its address. */
@Command(
        name = "open",
        header = "Opens the page of a running JVM's agent, or prints its address.",
        description = {
            "",
            "Prints the address of the page that the agent serves, and opens it in a browser if there is one; with "
                    + "--json it is only printed. The address contains the agent's token: who has it can control "
                    + "the profiler.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope open 4711",
            "  jemscope open 4711 --no-browser",
            "",
            "Exit code: 0; 2 for a wrong command line, 68 if TARGET fits no JVM or several, or no agent is loaded, 69 "
                    + "where the agent refuses or doesn't answer."
        })
final class OpenCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Option(names = "--no-browser", description = "Only print the address.")
    private boolean noBrowser;

    OpenCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        URI address = jvm.ask(AgentClient::page);
        JsonObject json = new JsonObject();
        json.addProperty("address", address.toString());
        if (jvm.printJson(new Answer(json), console)) {
            return ExitCode.OK;
        }
        console.out().println(address);
        if (!noBrowser && Terminal.isOutput()) {
            browse(address, System.getenv());
        }
        return ExitCode.OK;
    }

    /**
     * Opens the desktop's browser; does nothing where there is no desktop. Every user of the machine can read the arguments of a process,
     * and the address contains the token: so the browser gets a file that only this user can read and that leads to the address.
     */
    private static void browse(URI address, Map<String, String> environment) {
        if (!environment.containsKey("DISPLAY") && !environment.containsKey("WAYLAND_DISPLAY")) {
            return;
        }
        try {
            // Created with permissions 0600.
            Path file = Files.createTempFile("jemscope-", ".html");
            Files.writeString(
                    file,
                    "<!DOCTYPE html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=" + address
                            + "\"><title>Jemscope</title>");
            new ProcessBuilder("xdg-open", file.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // The command has printed the address, so the user can open it by hand.
            return;
        }
    }
}
