package io.jemscope.cli.recording;

import io.jemscope.cli.control.RuntimeFolder;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.launch.Image;
import io.jemscope.cli.launch.Jemalloc;
import io.jemscope.cli.launch.JemallocFinder;
import io.jemscope.cli.launch.Launch;
import io.jemscope.cli.launch.LaunchOptions;
import io.jemscope.cli.launch.TargetProgram;
import io.jemscope.cli.terminal.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a program under the profiler, from its preparation to the report. The program has the terminal to itself: what
 * jemscope has to say goes to standard error, the report at the end included.
 */
public final class Recorder {

    /** How often to look: often in the first seconds, when programs load their libraries, then once a second. */
    private static final Duration EARLY_TICK = Duration.ofMillis(200);

    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration EARLY = Duration.ofSeconds(4);

    private final RecordRequest request;
    private final Console console;
    private final Image image;
    private final Map<String, String> environment;

    /**
     * Makes a recorder.
     *
     * @param request what to record
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
        Jemalloc jemalloc = JemallocFinder.find(request.jemalloc().orElse(null), environment);
        if (!jemalloc.hasHook()) {
            console.err()
                    .println("jemscope: " + jemalloc.path() + " is version " + jemalloc.release()
                            + "; Java frames need 5.3, so stacks will be native only");
        }
        DumpFolder folder = DumpFolder.create(environment);
        Thread cleaner = new Thread(folder::delete, "jemscope-clean");
        Runtime.getRuntime().addShutdownHook(cleaner);
        try {
            LaunchOptions options = new LaunchOptions(
                    request.distance(),
                    true,
                    request.accumulated(),
                    request.followChildren(),
                    Optional.of(folder.path()));
            Launch launch = Launch.of(request.command(), program, jemalloc, image, options, environment);
            return watch(launch, program.isJava(), folder);
        } finally {
            folder.delete();
        }
    }

    private Outcome watch(Launch launch, boolean isJava, DumpFolder folder)
            throws CommandFailure, InterruptedException {
        Watch watch = new Watch(RuntimeFolder.of(environment), folder.path(), request.snapshotEvery());
        LiveLine line = new LiveLine(console.err(), request.liveLine());
        long begin = System.nanoTime();
        TargetProcess target = TargetProcess.start(launch, request.outputLines());
        if (isJava) {
            watch.expect(target.pid());
        }
        RecordingReport report = new RecordingReport(request, launch.agentOption(), console, folder);
        List<Recording> recorded = List.of();
        boolean reported = false;
        while (!target.hasEndedAfter(tick(begin, reported))) {
            if (reported) {
                continue;
            }
            watch.look();
            Duration elapsed = since(begin);
            if (line.isDue(elapsed)) {
                line.show(elapsed, watch.state());
            }
            if (request.duration().isPresent()
                    && elapsed.compareTo(request.duration().get()) >= 0) {
                List<DumpFile> dumps = lastDumps(watch, folder.path());
                if (!dumps.isEmpty()) {
                    line.clear();
                    recorded = report.print(dumps, watch, Optional.empty());
                    console.err().println("jemscope: the recording has ended, sampling is off; the program runs on");
                    reported = true;
                }
            }
        }
        line.clear();
        if (!reported) {
            Instant ended = Instant.now();
            // A script may have ended before the JVMs that it started.
            lastDumps(watch, folder.path());
            recorded = report.print(report.dumps(), watch, Optional.of(ended));
        }
        watch.forgetEnded();
        return new Outcome(
                target.exitCode(), recorded.stream().map(Recording::profile).toList());
    }

    /** Has every JVM that still runs dump once more, and switches its sampling off. */
    private List<DumpFile> lastDumps(Watch watch, Path folder) {
        List<DumpFile> dumps = new ArrayList<>();
        for (WatchedJvm jvm : watch.jvms()) {
            if (!jvm.isAlive()) {
                continue;
            }
            jvm.binaries().refresh();
            jvm.dump(DumpFile.ASKED, folder).ifPresent(dumps::add);
            try {
                jvm.deactivate();
            } catch (IOException e) {
                console.err()
                        .println("jemscope: sampling couldn't be switched off in " + jvm.pid() + ": " + e.getMessage());
            }
        }
        return dumps;
    }

    private Duration tick(long begin, boolean reported) {
        Duration elapsed = since(begin);
        Duration tick = elapsed.compareTo(EARLY) < 0 ? EARLY_TICK : TICK;
        if (reported || request.duration().isEmpty()) {
            return tick;
        }
        Duration left = request.duration().get().minus(elapsed);
        return left.compareTo(tick) < 0 && !left.isNegative() ? left.plusMillis(1) : tick;
    }

    private static Duration since(long begin) {
        return Duration.ofNanos(System.nanoTime() - begin).truncatedTo(ChronoUnit.MILLIS);
    }
}
