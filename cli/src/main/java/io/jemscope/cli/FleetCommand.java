package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.fleet.StorePlace;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.fleet.question.FleetDiff;
import io.jemscope.fleet.question.FleetJson;
import io.jemscope.fleet.question.FleetQuestion;
import io.jemscope.fleet.question.FleetText;
import io.jemscope.fleet.question.FleetTop;
import io.jemscope.fleet.question.FleetTrend;
import io.jemscope.fleet.question.FleetWhy;
import io.jemscope.fleet.question.NoSuchInstanceException;
import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.StackTotal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Answers questions about many JVMs from the store that {@code collect} fills. */
@Command(
        name = "fleet",
        header =
                "Shows which services and lines hold most in many JVMs, what came with a version, what grows, and which instances stand out or are near their memory limit.",
        description = {
            "",
            "Reads the store that jemscope collect fills. Of each instance, which is one life of one process, the newest profile in the time "
                    + "looked at counts. QUESTION is one of:",
            "",
            "  top     which services and sites hold most, all instances together",
            "  diff    what an instance holds more or less than before: with --release, than one of other versions; with --since, than it "
                    + "did at that time",
            "  trend   what grows across instances, and how fast: from the first profile of each in the time looked at to its last one",
            "  why     conclusions from all of these, the instances near their memory limit, where RSS grows, and the instances that hold more than "
                    + "their siblings of the same service and version",
            "  stacks  the stacks of one site, all instances together",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope fleet top",
            "  jemscope fleet diff --service shop --release 2.3.1",
            "  jemscope fleet diff --since 2h",
            "  jemscope fleet trend --service shop --within 3d",
            "  jemscope fleet why",
            "  jemscope fleet why --instance web3/4711",
            "  jemscope fleet stacks --service shop --site 'com.example.Cache.put(Cache.java:42)'",
            "  jemscope fleet top --json | jq '.sites[] | [.service, .site, .liveBytes]'",
            "",
            "TIME: a time ago (10m, 2h30m), a clock time (03:15), or a date (2026-01-31, 2026-01-31T03:15). Without an offset it is UTC.",
            "",
            "Exit code: 0; 1 if the store has no such instance, 2 for a wrong command line, 66 if there is no store or it can't be read."
        })
final class FleetCommand implements Callable<Integer> {

    /** What a fleet can be asked. */
    enum Question {
        TOP,
        DIFF,
        TREND,
        WHY,
        STACKS
    }

    private final Console console;

    @Parameters(index = "0", paramLabel = "QUESTION", description = "top, diff, trend, why or stacks.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Question question;

    @Option(
            names = "--store",
            paramLabel = "FILE|URL",
            description =
                    "The store, as collect has it. Default: jemscope/fleet.duckdb in $XDG_DATA_HOME, else in ~/.local/share.")
    private @Nullable String store;

    @Option(
            names = "--authorities",
            paramLabel = "FILE",
            description = "Certificates in PEM to trust for https, in place of the JDK's.")
    private @Nullable Path authorities;

    @Option(
            names = "--insecure",
            description = "Allow credentials of ClickHouse to be sent unencrypted to another machine.")
    private boolean isInsecure;

    @Option(names = "--service", paramLabel = "NAME", description = "Only this service.")
    private @Nullable String service;

    @Option(
            names = "--release",
            paramLabel = "VERSION",
            description = "diff: the version of which to show what came with it.")
    private @Nullable String release;

    @Option(
            names = "--base",
            paramLabel = "VERSION",
            description = "diff --release: the version to compare with. Default: all others.")
    private @Nullable String base;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = Moment.class,
            description = "diff: the time since when to show what came.")
    private @Nullable Instant since;

    @Option(
            names = "--instance",
            paramLabel = "ID",
            description =
                    "why: the instance to compare with its siblings: its id, or the beginning of it. Default: those that stand out.")
    private @Nullable String instance;

    @Option(names = "--site", paramLabel = "SITE", description = "stacks: the site, as top and diff print it.")
    private @Nullable String site;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = Moment.class,
            description = "The end of the time looked at. Default: now.")
    private Instant at = Instant.now();

    @Option(
            names = "--within",
            paramLabel = "TIME",
            converter = TimeSpan.class,
            description = "How long the time looked at is. Default: 1h; for diff --release 7d, for trend and why 24h.")
    private @Nullable Duration within;

    @Option(names = "--rows", paramLabel = "N", description = "Rows of each table; 0 for all. Default: 20.")
    private int rows = 20;

    @Option(names = "--json", description = "Print the answer as JSON, with all rows.")
    private boolean json;

    FleetCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, IOException {
        check();
        FleetQuestion asked = new FleetQuestion(service, at, within);
        try (FleetStore opened =
                StorePlace.of(store, System.getenv(), authorities, isInsecure).read()) {
            switch (question) {
                case TOP -> print(asked.top(opened));
                case DIFF -> diff(asked, opened);
                case TREND -> print(asked.trend(opened));
                case WHY -> print(asked.why(opened, instance));
                case STACKS -> stacks(asked, opened);
            }
            return ExitCode.OK;
        } catch (NoSuchInstanceException e) {
            throw new CommandFailure(
                    ExitCode.WANTING,
                    e.what(),
                    e.why(),
                    switch (question) {
                        case TOP, DIFF -> "see which there are: jemscope fleet top --within 30d";
                        case TREND ->
                            "look at a longer time, such as --within 7d, or wait for the next round of jemscope collect";
                        case WHY ->
                            instance == null
                                    ? "see which there are: jemscope fleet top --within 30d"
                                    : "name one that there is, or look at a longer time, such as --within 7d";
                        case STACKS -> "copy the site from: jemscope fleet top --service " + service;
                    });
        }
    }

    private void check() throws UsageMistake {
        if (rows < 0) {
            throw new UsageMistake("--rows must be 0 (all) or a positive number, not " + rows);
        }
        if (question == Question.DIFF && (release == null) == (since == null)) {
            throw new UsageMistake("diff needs either --release VERSION or --since TIME");
        }
        if (question != Question.DIFF && (release != null || since != null)) {
            throw new UsageMistake("--release and --since go with diff alone");
        }
        if (base != null && release == null) {
            throw new UsageMistake("--base goes with --release alone");
        }
        if (question == Question.STACKS && (service == null || site == null)) {
            throw new UsageMistake("stacks needs --service NAME and --site SITE");
        }
        if (question != Question.STACKS && site != null) {
            throw new UsageMistake("--site goes with stacks alone");
        }
        if (question != Question.WHY && instance != null) {
            throw new UsageMistake("--instance goes with why alone");
        }
        if (within != null && within.toMillis() < 1) {
            throw new UsageMistake("--within must be longer than nothing");
        }
    }

    private int shownRows() {
        return rows == 0 ? Integer.MAX_VALUE : rows;
    }

    private void print(FleetTop top) throws IOException {
        if (json) {
            FleetJson.write(top, console.out());
        } else {
            console.out().print(FleetText.of(top, shownRows(), Terminal.outputColumns()));
        }
    }

    private void diff(FleetQuestion asked, FleetStore opened) throws NoSuchInstanceException, IOException {
        FleetDiff diff;
        String title;
        String ranges;
        if (release != null) {
            diff = asked.diff(opened, release, base);
            title = "What came with " + release + (base == null ? "" : " after " + base);
            ranges = "of sampling and of the differences between instances";
        } else {
            diff = asked.diff(opened, Objects.requireNonNull(since));
            title = "What came since " + since;
            ranges = "of sampling; instances that live since then";
        }
        if (json) {
            FleetJson.write(diff, console.out());
        } else {
            console.out().print(FleetText.of(diff, title, ranges, shownRows(), Terminal.outputColumns()));
        }
    }

    private void print(FleetTrend trend) throws IOException {
        if (json) {
            FleetJson.write(trend, console.out());
        } else {
            console.out().print(FleetText.of(trend, TrendCommand.bars(), shownRows(), Terminal.outputColumns()));
        }
    }

    private void print(FleetWhy why) throws IOException {
        if (json) {
            FleetJson.write(why, console.out());
        } else {
            console.out().print(FleetText.of(why, shownRows(), Terminal.outputColumns()));
        }
    }

    private void stacks(FleetQuestion asked, FleetStore opened) throws NoSuchInstanceException, IOException {
        String name = Objects.requireNonNull(service);
        String line = Objects.requireNonNull(site);
        List<StackTotal> stacks = asked.stacks(opened, line, shownRows());
        if (json) {
            FleetJson.write(name, line, stacks, console.out());
        } else {
            console.out().print(FleetText.of(name, line, stacks));
        }
    }
}
