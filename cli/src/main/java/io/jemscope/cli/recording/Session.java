package io.jemscope.cli.recording;

import io.jemscope.cli.control.RuntimeFolder;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.Failures;
import io.jemscope.cli.launch.Launch;
import io.jemscope.cli.terminal.Console;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One program from its start to its report. Whatever happens to us meanwhile, the program is waited for. */
final class Session {

    /** How often to look: often in the first seconds, when programs load their libraries, then once a second. */
    private static final Duration EARLY_TICK = Duration.ofMillis(200);

    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration EARLY = Duration.ofSeconds(4);

    private final RecordRequest request;
    private final Console console;
    private final DumpFolder folder;
    private final RecordingReport report;
    private final Watch watch;
    private final Optional<DumpSeries> series;
    private final LiveLine line;
    private final long begin = System.nanoTime();

    private List<Recording> recorded = List.of();
    private boolean reported;
    private boolean isLateTold;
    private boolean isPageShown;

    Session(
            RecordRequest request,
            Console console,
            RuntimeFolder runtime,
            DumpFolder folder,
            Optional<DumpSeries> series,
            String agentOption) {
        this.request = request;
        this.console = console;
        this.folder = folder;
        this.report = new RecordingReport(request, agentOption, console, folder);
        this.series = series;
        this.watch = new Watch(runtime, folder.path(), this::schedule, series);
        this.line = new LiveLine(console.err(), request.liveLine());
    }

    /**
     * Runs the program.
     *
     * @param launch its command and environment
     * @param isJava whether it is a JVM itself
     * @return how it ended
     */
    Outcome run(Launch launch, boolean isJava) throws CommandFailure, InterruptedException {
        Optional<Consumer<String>> output =
                request.outputLines().map(lines -> text -> line.aside(() -> lines.accept(text)));
        TargetProcess target = TargetProcess.start(launch, output, folder::keep);
        try {
            if (isJava) {
                watch.expect(target.pid());
            }
            attend(target);
        } catch (RuntimeException | Error failure) {
            // The program is not to suffer from our faults: it runs on, and its dumps stay.
            line.clear();
            folder.keep();
            Failures.print(failure, console.err());
            console.err().println("jemscope: the program runs on, its dumps go to " + folder.path());
        }
        return new Outcome(
                target.exitCode(), recorded.stream().map(Recording::profile).toList());
    }

    private SnapshotSchedule schedule() {
        long now = System.nanoTime();
        return request.every().isPresent()
                ? SnapshotSchedule.every(request.every().get(), now)
                : new SnapshotSchedule(request.snapshotEvery(), now);
    }

    private void attend(TargetProcess target) throws InterruptedException {
        while (!target.hasEndedAfter(tick())) {
            watch.find();
            if (reported) {
                // A script may start another JVM after the time is over.
                watch.switchOff(this::tell);
            } else {
                look();
            }
        }
        line.clear();
        if (!reported) {
            Instant ended = Instant.now();
            watch.find();
            // A script may have ended before the JVMs that it started.
            watch.dumpRunning();
            print(report.dumps(), Optional.of(ended));
        }
        watch.switchOff(this::tell);
        leaveRunning();
        watch.forgetEnded();
    }

    /** Shows the page of the first agent that answers. */
    private void showPage(Consumer<URI> page) {
        for (WatchedJvm jvm : watch.jvms()) {
            Optional<URI> address = isPageShown ? Optional.empty() : jvm.page();
            if (address.isPresent()) {
                isPageShown = true;
                line.aside(() -> page.accept(address.get()));
            }
        }
    }

    private void look() {
        watch.look();
        request.livePage().ifPresent(this::showPage);
        Duration elapsed = since();
        if (line.isDue(elapsed)) {
            line.show(elapsed, watch.state());
        }
        if (request.duration().isEmpty() || elapsed.compareTo(request.duration().get()) < 0) {
            return;
        }
        watch.dumpRunning();
        Collection<DumpFile> dumps = report.dumps();
        if (!dumps.isEmpty()) {
            line.clear();
            print(dumps, Optional.empty());
            watch.switchOff(this::tell);
            tell("the recording has ended, sampling is off; the program runs on");
        } else if (!isLateTold) {
            line.clear();
            report.troubles(watch, List.of());
            tell("the time is over, but no JVM has left a dump yet; it is reported as soon as one does");
            isLateTold = true;
        }
    }

    private void print(Collection<DumpFile> dumps, Optional<Instant> ended) {
        // Before the report, so that a fault in it isn't met a second time.
        reported = true;
        recorded = report.print(dumps, watch, ended);
        series.ifPresent(kept -> kept.close(folder));
    }

    /** A JVM that runs on still makes its last dump, into its folder: without that it would complain on its end. */
    private void leaveRunning() {
        for (WatchedJvm jvm : watch.jvms()) {
            if (jvm.hasAgent() && jvm.isAlive()) {
                folder.empty();
                folder.keep();
                tell("process " + jvm.pid() + " runs on, sampling is off; its last dump will be in " + folder.path());
            }
        }
    }

    private void tell(String words) {
        console.err().println("jemscope: " + words);
    }

    private Duration tick() {
        Duration elapsed = since();
        Duration tick = elapsed.compareTo(EARLY) < 0 ? EARLY_TICK : TICK;
        if (request.every().isPresent() && request.every().get().compareTo(tick) < 0) {
            tick = request.every().get();
        }
        if (reported || request.duration().isEmpty()) {
            return tick;
        }
        Duration left = request.duration().get().minus(elapsed);
        return left.compareTo(tick) < 0 && !left.isNegative() ? left.plusMillis(1) : tick;
    }

    private Duration since() {
        return Duration.ofNanos(System.nanoTime() - begin).truncatedTo(ChronoUnit.MILLIS);
    }
}
