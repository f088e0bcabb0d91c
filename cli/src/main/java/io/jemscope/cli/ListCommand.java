package io.jemscope.cli;

import io.jemscope.cli.control.RuntimeFolder;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.live.JvmList;
import io.jemscope.cli.target.ProcessTable;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the JVMs of this user. */
@Command(
        name = "list",
        header =
                "Lists this user's JVMs and preloaded programs: their allocator, whether they are armed, are sampling, have an agent.",
        description = {
            "",
            "Reads /proc and asks the agents that are running; no other JVM is touched. ARMED: sampling can be switched "
                    + "on: the JVM was started with prof:true, or has an agent that samples its allocator. jemscope attach PID "
                    + "arms any JVM. ACTIVE: sampling now; ? if there is no agent to ask. Root sees all users' "
                    + "JVMs. Other programs are listed if they were started with libjemscope.so preloaded. Control sockets that "
                    + "ended programs have left are removed.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {"  jemscope list", "  jemscope list --json", "", "Exit code: 0; 2 for a wrong command line."})
final class ListCommand implements Callable<Integer> {

    private final Console console;

    @Option(names = "--json", description = "Print the list as JSON.")
    private boolean json;

    ListCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        RuntimeFolder.of(System.getenv()).removeStaleSockets();
        JvmList list = JvmList.of(ProcessTable.OWN.targets(), System.getenv());
        console.out().print(json ? list.json().pretty() : list.text(Terminal.outputColumns()));
        return ExitCode.OK;
    }
}
