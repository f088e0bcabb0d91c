package io.jemscope.cli.recording;

import io.jemscope.cli.control.RuntimeFolder;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.launch.Image;
import io.jemscope.cli.launch.Jemalloc;
import io.jemscope.cli.launch.JemallocFinder;
import io.jemscope.cli.launch.Launch;
import io.jemscope.cli.launch.LaunchOptions;
import io.jemscope.cli.launch.TargetProgram;
import io.jemscope.cli.terminal.Console;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a program under the profiler, from its preparation to the report. The program has the terminal to itself: what
 * jemscope has to say goes to standard error, the report at the end included.
 */
public final class Recorder {

    private final RecordRequest request;
    private final Console console;
    private final Image image;
    private final Map<String, String> environment;

    /**
     * Makes a recorder.
     *
     * @param console where to say what there is to say
     * @param image the product's files
     * @param environment the user's environment
     */
    public Recorder(RecordRequest request, Console console, Image image, Map<String, String> environment) {
        this.request = request;
        this.console = console;
        this.image = image;
        this.environment = environment;
    }

    /**
     * Runs the program, waits for its end and reports.
     *
     * @return how it ended
     * @throws CommandFailure where the program wasn't started, since something is missing
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public Outcome record() throws CommandFailure, InterruptedException {
        TargetProgram program = TargetProgram.find(request.command().get(0), environment);
        RecordingFiles.check(request);
        image.check();
        Optional<Jemalloc> jemalloc =
                JemallocFinder.findToPreload(request.jemalloc().orElse(null), environment);
        jemalloc.filter(library -> !library.hasHook())
                .ifPresent(library -> console.err()
                        .println("jemscope: " + library.path() + " is version " + library.release()
                                + "; Java frames need 5.3, so stacks will be native only"));
        if (jemalloc.isEmpty() && request.accumulated()) {
            throw new CommandFailure(
                    ExitCode.UNPREPARED,
                    "without jemalloc freed memory isn't counted",
                    "only jemalloc keeps accumulated counts",
                    "leave out --accumulated, or " + (request.mmap() ? "--mmap" : "--jemalloc none"));
        }
        Optional<DumpSeries> series =
                request.every().isPresent() ? Optional.of(DumpSeries.create(console.err())) : Optional.empty();
        DumpFolder folder = DumpFolder.create(environment);
        Thread cleaner = new Thread(folder::delete, "jemscope-clean");
        Runtime.getRuntime().addShutdownHook(cleaner);
        try {
            LaunchOptions options = new LaunchOptions(
                    request.distance(),
                    true,
                    request.accumulated(),
                    request.followChildren(),
                    Optional.of(folder.path()),
                    request.mmap(),
                    "");
            Launch launch = Launch.of(request.command(), program, jemalloc, image, options, environment);
            if (launch.replacesAgent(environment)) {
                console.err()
                        .println("jemscope: the environment loads jemscope's agent already (JAVA_TOOL_OPTIONS); the "
                                + "recording uses its own, with its own settings");
            }
            return new Session(request, console, RuntimeFolder.of(environment), folder, series, launch.agentOption())
                    .run(launch, program.isJava());
        } finally {
            series.ifPresent(DumpSeries::deleteIfEmpty);
            folder.delete();
        }
    }
}
