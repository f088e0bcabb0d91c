package io.jemscope.cli;

import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.live.RawFiles;
import io.jemscope.cli.recording.OutputFile;
import io.jemscope.cli.terminal.Console;
import io.jemscope.report.Units;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Has a running JVM put all there is to know of its memory into one file. */
@Command(
        name = "bundle",
        header = "Puts all there is to know of a running JVM's memory into one file.",
        description = {
            "",
            "Writes a zip file with a dump, the memory ledger, the verdict, the history, the flame graph and the JVM's options, for "
                    + "jemscope why and report on another machine. Values of options that aren't the JVM's own are left out. The setting "
                    + "watch has such a file made before the program is killed.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope bundle 4711 -o shop.zip && jemscope why shop.zip && jemscope report shop.zip",
            "  jemscope run --watch -- java -jar app.jar",
            "",
            "Exit code: 0; 2 for a wrong command line, 68 if TARGET fits no JVM or several, or no agent is loaded, 69 "
                    + "where the agent refuses or doesn't answer, 73 where OUT can't be written."
        })
final class BundleCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "Write it to OUT. Default: it stays in the folder bundles of the agent's dumps.")
    private @Nullable Path output;

    @Option(names = "--force", description = "Overwrite OUT if it exists.")
    private boolean force;

    BundleCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        Path file = output;
        if (file != null) {
            OutputFile.check(file, force);
        }
        Answer bundle = jvm.ask(agent -> agent.makeBundle());
        if (file != null) {
            jvm.ask(agent -> RawFiles.download(file, force, out -> agent.downloadBundle(bundle.shown("id"), out)));
        }
        if (!jvm.printJson(bundle, console)) {
            console.out()
                    .println((file == null ? bundle.shown("file") : file) + " (" + Units.bytes(bundle.number("bytes"))
                            + ")");
        }
        return ExitCode.OK;
    }
}
