package io.jemscope.cli;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.terminal.Console;
import io.jemscope.report.TextTable;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists jemalloc's options in a running JVM, and where each came from. */
@Command(
        name = "options",
        header = "Lists jemalloc's options in a running JVM, and where each came from.",
        description = {
            "",
            "Each with its value and the strongest source that names it; with --all also those that its build doesn't have.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope options 4711",
            "  jemscope options 4711 --all",
            "",
            "Exit code: 0; 2 for a wrong command line, 68 where no JVM or several are meant or no agent is in it, 69 "
                    + "where the agent refuses or doesn't answer."
        })
final class OptionsCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Option(names = "--all", description = "Also options that this build of jemalloc doesn't have.")
    private boolean all;

    OptionsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        Answer options = jvm.ask(AgentClient::options);
        if (!jvm.printJson(options, console)) {
            print(options);
        }
        return ExitCode.OK;
    }

    private void print(Answer options) {
        TextTable table = new TextTable("lll");
        table.add("OPTION", "VALUE", "SOURCE");
        for (Answer option : options.list("options")) {
            boolean available = !option.has("available") || option.flag("available");
            if (available || all) {
                table.add(
                        option.shown("name"), available ? option.shown("value") : "not there", option.shown("source"));
            }
        }
        StringBuilder text = new StringBuilder();
        table.appendTo(text, "");
        console.out().print(text);
    }
}
