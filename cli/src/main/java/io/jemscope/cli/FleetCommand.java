package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.fleet.StorePlace;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.fleet.question.FleetDiff;
import io.jemscope.fleet.question.FleetJson;
import io.jemscope.fleet.question.FleetOutliers;
import io.jemscope.fleet.question.FleetText;
import io.jemscope.fleet.question.FleetTop;
import io.jemscope.fleet.question.FleetTrend;
import io.jemscope.fleet.question.FleetWhy;
import io.jemscope.fleet.store.FleetStore;
import io.jemscope.fleet.store.Instance;
import io.jemscope.fleet.store.InstanceSites;
import io.jemscope.fleet.store.Population;
import io.jemscope.fleet.store.Selection;
import io.jemscope.fleet.store.StackTotal;
import io.jemscope.fleet.store.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Answers questions about many JVMs from the store that {@code collect} fills. */
@Command(
        name = "fleet",
        header =
                "Shows which services and lines hold most in many JVMs, what came with a version, what grows, and which instances stand out.",
        description = {
            "",
            "Reads the store that jemscope collect fills. Of each instance, which is one life of one process, the newest profile in the time "
                    + "looked at counts. QUESTION is one of:",
            "",
            "  top     which services and sites hold most, all instances together",
            "  diff    what an instance holds more or less than before: with --release, than one of other versions; with --since, than it "
                    + "did at that time",
            "  trend   what grows across instances, and how fast: from the first profile of each in the time looked at to its last one",
            "  why     conclusions from all of these, and the instances that hold more than their siblings of the same service and version",
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

    private static final Duration AN_HOUR = Duration.ofHours(1);

    /** Slow leaks take hours to show. */
    private static final Duration A_DAY = Duration.ofDays(1);

    /** An earlier version may have been replaced some days ago. */
    private static final Duration A_WEEK = Duration.ofDays(7);

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
        try (FleetStore opened =
                StorePlace.of(store, System.getenv(), authorities).read()) {
            switch (question) {
                case TOP -> top(opened);
                case DIFF -> diff(opened);
                case TREND -> trend(opened);
                case WHY -> why(opened);
                case STACKS -> stacks(opened);
            }
            return ExitCode.OK;
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

    private io.jemscope.history.TimeSpan span(Instant until, Duration usual) {
        return new io.jemscope.history.TimeSpan(until.minus(within == null ? usual : within), until);
    }

    private int shownRows() {
        return rows == 0 ? Integer.MAX_VALUE : rows;
    }

    private void top(FleetStore opened) throws CommandFailure, IOException {
        Totals totals = opened.totals(Selection.of(span(at, AN_HOUR), service));
        require(totals.populations(), "the time looked at");
        FleetTop top = FleetTop.of(totals);
        if (json) {
            FleetJson.write(top, console.out());
        } else {
            console.out().print(FleetText.of(top, shownRows(), Terminal.outputColumns()));
        }
    }

    private void diff(FleetStore opened) throws CommandFailure, IOException {
        FleetDiff diff;
        String title;
        String ranges;
        if (release != null) {
            Totals totals = opened.totals(Selection.of(span(at, A_WEEK), service));
            require(of(totals, release, true), "version " + release + versions(totals));
            require(
                    base == null ? of(totals, release, false) : of(totals, base, true),
                    (base == null ? "another version" : "version " + base) + versions(totals));
            diff = FleetDiff.ofVersion(totals, release, version -> base == null || version.equals(base));
            title = "What came with " + release + (base == null ? "" : " after " + base);
            ranges = "of sampling and of the differences between instances";
        } else {
            Instant begin = Objects.requireNonNull(since);
            io.jemscope.history.TimeSpan earlier = span(begin, AN_HOUR);
            io.jemscope.history.TimeSpan later = span(at, AN_HOUR);
            Totals before = opened.totals(Selection.of(earlier, service).alsoIn(later));
            Totals after = opened.totals(Selection.of(later, service).alsoIn(earlier));
            require(after.populations(), "both the time looked at and the time before " + begin);
            diff = FleetDiff.ofTimes(before, after);
            title = "What came since " + begin;
            ranges = "of sampling; instances that live since then";
        }
        if (json) {
            FleetJson.write(diff, console.out());
        } else {
            console.out().print(FleetText.of(diff, title, ranges, shownRows(), Terminal.outputColumns()));
        }
    }

    private static List<Population> of(Totals totals, String version, boolean isIt) {
        return totals.populations().stream()
                .filter(each -> each.version().equals(version) == isIt)
                .toList();
    }

    private static String versions(Totals totals) {
        TreeSet<String> versions = totals.populations().stream()
                .map(each -> each.version().isEmpty() ? "(none)" : each.version())
                .collect(Collectors.toCollection(TreeSet::new));
        return versions.isEmpty() ? "" : "; there are " + String.join(", ", versions);
    }

    private void require(List<Population> populations, String what) throws CommandFailure {
        if (populations.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.WANTING,
                    "the store has no such instance",
                    "none" + (service == null ? "" : " of " + service) + " has a profile of " + what,
                    "see which there are: jemscope fleet top --within 30d");
        }
    }

    private void trend(FleetStore opened) throws CommandFailure, IOException {
        io.jemscope.history.TimeSpan span = span(at, A_DAY);
        FleetTrend trend =
                trend(opened, span, opened.instances(Selection.of(span, service).oldest()));
        if (trend.services().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.WANTING,
                    "the store has no such instance",
                    "none" + (service == null ? "" : " of " + service) + " has two profiles in the time looked at",
                    "look at a longer time, such as --within 7d, or wait for the next round of jemscope collect");
        }
        if (json) {
            FleetJson.write(trend, console.out());
        } else {
            console.out().print(FleetText.of(trend, TrendCommand.bars(), shownRows(), Terminal.outputColumns()));
        }
    }

    private FleetTrend trend(FleetStore opened, io.jemscope.history.TimeSpan span, List<InstanceSites> first)
            throws IOException {
        FleetTrend.Collector collector = new FleetTrend.Collector(first);
        for (io.jemscope.history.TimeSpan step : FleetTrend.steps(first, span.until())) {
            collector.add(step.until(), opened.instances(Selection.of(step, service)));
        }
        return collector.trend();
    }

    private void why(FleetStore opened) throws CommandFailure, IOException {
        io.jemscope.history.TimeSpan span = span(at, A_DAY);
        Selection selection = Selection.of(span, service);
        Totals totals = opened.totals(selection);
        require(totals.populations(), "the time looked at");
        List<InstanceSites> first = opened.instances(selection.oldest());
        List<InstanceSites> last = opened.instances(selection);
        FleetOutliers outliers =
                instance == null ? FleetOutliers.of(last) : FleetOutliers.of(last, instance(last, instance));
        if (instance != null && outliers.named().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.WANTING,
                    "the instance can't be compared",
                    "fewer than two others of the same service and version have a profile in the time looked at",
                    "look at a longer time, such as --within 7d, or compare versions: jemscope fleet diff");
        }
        FleetWhy why = FleetWhy.of(totals, first, trend(opened, span, first), outliers);
        if (json) {
            FleetJson.write(why, console.out());
        } else {
            console.out().print(FleetText.of(why, shownRows(), Terminal.outputColumns()));
        }
    }

    private static Instance instance(List<InstanceSites> all, String id) throws CommandFailure {
        List<Instance> found = all.stream()
                .map(InstanceSites::instance)
                .filter(each -> each.id().startsWith(id))
                .toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        String ids = (found.isEmpty() ? all.stream().map(InstanceSites::instance) : found.stream())
                .map(Instance::id)
                .sorted()
                .limit(5)
                .collect(Collectors.joining(", "));
        throw new CommandFailure(
                ExitCode.WANTING,
                found.isEmpty() ? "the store has no such instance" : "the store has several such instances",
                (found.isEmpty() ? "no id" : found.size() + " ids") + " begin with " + id + " in the time looked at",
                "name one by its id, such as " + ids);
    }

    private void stacks(FleetStore opened) throws CommandFailure, IOException {
        String name = Objects.requireNonNull(service);
        String line = Objects.requireNonNull(site);
        List<StackTotal> stacks = opened.stacks(Selection.of(span(at, AN_HOUR), name), line, shownRows());
        if (stacks.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.WANTING,
                    "the store has no such site",
                    "no instance of " + name + " holds anything at " + line + " in the time looked at",
                    "copy the site from: jemscope fleet top --service " + name);
        }
        if (json) {
            FleetJson.write(name, line, stacks, console.out());
        } else {
            console.out().print(FleetText.of(name, line, stacks));
        }
    }
}
