package io.jemscope.cli;

import com.google.gson.JsonObject;
import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.cli.view.Browser;
import java.net.URI;
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
                    + "--json it is only printed. The address contains the agent's token: anyone with it can control "
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
            Browser.open(address, System.getenv());
        }
        return ExitCode.OK;
    }
}
