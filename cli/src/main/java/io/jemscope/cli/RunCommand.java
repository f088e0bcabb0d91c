package io.jemscope.cli;

import io.jemscope.cli.control.RuntimeFolder;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.launch.Image;
import io.jemscope.cli.launch.Jemalloc;
import io.jemscope.cli.launch.JemallocFinder;
import io.jemscope.cli.launch.Launch;
import io.jemscope.cli.launch.LaunchOptions;
import io.jemscope.cli.launch.LaunchScript;
import io.jemscope.cli.launch.TargetProgram;
import io.jemscope.cli.launch.UserEnvironment;
import io.jemscope.cli.recording.TargetProcess;
import io.jemscope.cli.terminal.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a program armed: ready to be profiled, but not sampling until told. */
@Command(
        name = "run",
        header = "Runs a program that can be profiled later.",
        description = {
            "",
            "Runs a program with the agent in it; sampling stays off until you switch it on. There is no report at the "
                    + "end. The program replaces this command, so its process id, signals and exit code are its own.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope run -- java -jar app.jar",
            "  jemscope start app --duration 30s        # meanwhile, in another terminal",
            "",
            "Exit code: the program's own; 2 for a wrong command line, 125 where something is missing that "
                    + "jemscope needs, 126 and 127 as shells have them."
        })
final class RunCommand implements Callable<Integer> {

    private final Console console;

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Option(names = "--watch", description = TargetOptions.WATCH)
    private boolean watch;

    RunCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        Map<String, String> environment = UserEnvironment.of(System.getenv());
        Optional<Path> launcher = LaunchScript.file();
        List<String> command = launcher.isPresent() ? target.commandOfLauncher() : target.command();
        TargetProgram program = TargetProgram.find(command.get(0), environment);
        Image image = Image.own();
        image.check();
        Optional<Jemalloc> jemalloc =
                JemallocFinder.findToPreload(target.jemalloc().orElse(null), environment);
        LaunchOptions options = new LaunchOptions(
                target.distance(),
                watch,
                false,
                target.followChildren(),
                Optional.empty(),
                target.mmap(),
                watch ? environment.getOrDefault("JEMSCOPE_WATCH", "true") : "");
        Launch launch = Launch.of(command, program, jemalloc, image, options, environment);
        console.err()
                .println("jemscope: " + (watch ? "sampling and watching" : "armed, not sampling")
                        + "; jemscope list shows the program's JVMs, and "
                        + "jemscope start PID --duration 30s says who holds what one allocates (descriptors: "
                        + RuntimeFolder.of(environment).path() + "/<pid>.json)");
        if (launcher.isPresent()) {
            LaunchScript.write(launcher.get(), launch, command, environment);
            return ExitCode.OK;
        }
        return TargetProcess.start(launch, Optional.empty()).exitCode();
    }
}
