package io.jemscope.cli;

import io.jemscope.cli.doctor.Doctor;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.launch.Image;
import io.jemscope.cli.launch.UserEnvironment;
import io.jemscope.cli.terminal.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what this machine can do, and what is missing. */
@Command(
        name = "doctor",
        header = "Checks whether this machine can record, and prints how to fix what is missing.",
        description = {
            "",
            "Checks everything that a recording needs, makes a small one, and prints how to fix what is missing.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope doctor",
            "  jemscope doctor -- /opt/jdk-17/bin/java -jar app.jar",
            "",
            "Exit code: 0 where all is fine, 1 where something is missing, 2 for a wrong command line."
        })
final class DoctorCommand implements Callable<Integer> {

    private final Console console;

    @Option(
            names = "--jemalloc",
            paramLabel = "PATH",
            description =
                    "The jemalloc library to check. Default: $JEMSCOPE_JEMALLOC, else the first that profiles with Java frames: the system's, then Jemscope's own.")
    private @Nullable Path jemalloc;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The program that you want to record.")
    private List<String> command = new ArrayList<>();

    DoctorCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        Doctor doctor = new Doctor(command, jemalloc, Image.own(), UserEnvironment.of(System.getenv()));
        boolean fine = doctor.examine(finding -> console.out().println(finding.text()));
        console.out().println();
        console.out()
                .println(
                        fine
                                ? "All is fine. Begin with: jemscope demo"
                                : "Something is missing; see the lines marked so.");
        return fine ? ExitCode.OK : ExitCode.WANTING;
    }
}
