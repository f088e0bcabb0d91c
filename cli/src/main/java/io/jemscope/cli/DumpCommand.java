package io.jemscope.cli;

import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.live.RawFiles;
import io.jemscope.cli.terminal.Console;
import io.jemscope.report.Units;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Has a running JVM dump its heap profile now. */
@Command(
        name = "dump",
        header = "Dumps the heap profile of a running JVM.",
        description = {
            "",
            "Writes jemalloc's own dump of all samples so far, and the names of its Java frames to FILE.symbols beside "
                    + "it. It stays in the agent's folder, which is bounded by count and size, unless you fetch it with -o.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope dump 4711",
            "  jemscope dump 4711 -o before.heap && jemscope report before.heap",
            "",
            "Exit code: 0; 2 for a wrong command line, 68 if TARGET fits no JVM or several, or no agent is loaded, 69 "
                    + "where the agent refuses or doesn't answer, 73 where OUT can't be written."
        })
final class DumpCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "Write the dump to OUT and the names of its Java frames to OUT.symbols.")
    private @Nullable Path output;

    @Option(names = "--force", description = "Overwrite OUT if it exists.")
    private boolean force;

    DumpCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        Path file = output;
        if (file != null) {
            RawFiles.check(file, force);
        }
        Answer dump = jvm.ask(agent -> agent.makeDump("asked"));
        if (file != null) {
            jvm.ask(agent -> RawFiles.write(agent, dump.shown("id"), file, force));
        }
        if (!jvm.printJson(dump, console)) {
            console.out()
                    .println((file == null ? dump.shown("file") : file) + " (" + Units.bytes(dump.number("bytes"))
                            + ")");
        }
        return ExitCode.OK;
    }
}
