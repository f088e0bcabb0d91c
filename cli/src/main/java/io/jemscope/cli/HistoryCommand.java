package io.jemscope.cli;

import io.jemscope.cli.control.AgentDescriptor;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.cli.history.HistoryJson;
import io.jemscope.cli.history.HistoryText;
import io.jemscope.cli.history.StoredHistory;
import io.jemscope.cli.target.ProcessTable;
import io.jemscope.cli.target.Target;
import io.jemscope.cli.target.TargetFinder;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import io.jemscope.history.Snapshot;
import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.TextOptions;
import io.jemscope.report.trend.Sparkline;
import io.jemscope.report.trend.TimedProfile;
import io.jemscope.report.trend.Trend;
import io.jemscope.report.trend.TrendCollector;
import io.jemscope.report.trend.TrendText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what agents have written down of processes over time. */
@Command(
        name = "history",
        header = "Shows what a program held over time, also of earlier runs that have ended.",
        description = {
            "",
            "Reads the history that an agent keeps on disk: a snapshot a minute, fewer of older times. Lists the snapshots of each "
                    + "process, what grew between the first and the last, and the trend over the stored profiles.",
            ""
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  jemscope history 4711",
            "  jemscope history /var/tmp/dumps --from 2h",
            "  jemscope history /var/tmp/dumps --from 2026-01-31T03:00 --to 2026-01-31T03:20 --rows 0",
            "  jemscope history 4711 --json | jq '.processes[].snapshots[] | [.time, .statistics[\"rss.bytes\"]]'",
            "",
            "TIME: a time ago (10m, 2h30m), a clock time (03:15), or a date (2026-01-31, 2026-01-31T03:15). Without an offset it is "
                    + "UTC.",
            "",
            "Exit code: 0; 1 if there is no snapshot in that time, 2 for a wrong command line, 66 if there is no history or it can't be "
                    + "read, 68 if TARGET fits no folder and no JVM."
        })
final class HistoryCommand implements Callable<Integer> {

    /** Each takes some tens of milliseconds to read and name. */
    private static final int MOST_PROFILES = 30;

    private final Console console;

    @Mixin
    final OptionSpelling typed = new OptionSpelling();

    @Parameters(
            index = "0",
            paramLabel = "TARGET",
            description =
                    "A history's folder, or the folder of dumps that it is in; or a JVM with an agent: its process id, or its main class "
                            + "or jar.")
    private String word = "";

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = Moment.class,
            description = "Only snapshots from this time on.")
    private @Nullable Instant from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            converter = Moment.class,
            description = "Only snapshots before this time.")
    private @Nullable Instant to;

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = "Rows of each table; 0 for all. Default: ${DEFAULT-VALUE}.")
    private int rows = 20;

    @Option(names = "--format", paramLabel = "FORMAT", description = "text (default) or json, which has every figure.")
    private ChangeOptions.@Nullable Format format;

    @Option(names = "--json", description = "The same as --format json.")
    private boolean json;

    @Mixin
    SymbolOptions symbols = new SymbolOptions(typed);

    HistoryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure, IOException {
        if (rows < 0) {
            throw new UsageMistake("--rows must be 0 (all) or a positive number, not " + rows);
        }
        if (json && format == ChangeOptions.Format.TEXT) {
            throw new UsageMistake("--json and --format text contradict each other: leave one of them out");
        }
        StoredHistory history = read();
        if (history.lives().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.WANTING,
                    "the history in " + history.folder() + " has no such snapshot",
                    "none is of that time and program",
                    "name another --from and --to, or leave them out");
        }
        SiteGrouping sites = SiteGrouping.byLine(AllocatorFunctions.KNOWN);
        List<Trend> trends = trends(history, sites);
        if (json || format == ChangeOptions.Format.JSON) {
            HistoryJson.write(history, trends, sites, console.out());
        } else {
            Sparkline bars = TrendCommand.bars();
            console.out().print(HistoryText.print(history, rows, Terminal.outputColumns(), bars));
            if (!trends.isEmpty()) {
                TextOptions layout =
                        TextOptions.rows(rows == 0 ? Integer.MAX_VALUE : rows).withColumns(Terminal.outputColumns());
                console.out().print(TrendText.print(trends, layout, false, bars));
            }
        }
        return ExitCode.OK;
    }

    private StoredHistory read() throws CommandFailure {
        io.jemscope.history.TimeSpan span =
                new io.jemscope.history.TimeSpan(from == null ? Instant.MIN : from, to == null ? Instant.MAX : to);
        Path folder = folder();
        if (folder != null) {
            return StoredHistory.read(folder, span, this::notice);
        }
        Target target = new TargetFinder(ProcessTable.OWN, System.getenv()).find(word);
        AgentDescriptor agent = target.agent()
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.NO_TARGET,
                        "no agent is in " + target.name(),
                        "only an agent knows where its history is",
                        "load one: jemscope attach " + target.word() + "; or name the folder of a history"));
        return StoredHistory.read(agent.folder(), span, this::notice).ofProgramOf(agent.pid());
    }

    private @Nullable Path folder() {
        try {
            Path folder = Path.of(word);
            return Files.isDirectory(folder) ? folder : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private void notice(String line) {
        console.err().println("jemscope: " + line);
    }

    /** Over the stored profiles of each process, of many so many that it doesn't take long. */
    private List<Trend> trends(StoredHistory history, SiteGrouping sites) throws CommandFailure {
        ProfileLoader loader = new ProfileLoader(symbols.symbolizer(null, false));
        TrendCollector collector = new TrendCollector(SampleType.LIVE_BYTES, sites);
        int read = 0;
        for (StoredHistory.Life life : history.lives()) {
            List<Snapshot> profiled = new ArrayList<>(life.snapshots());
            profiled.removeIf(snapshot -> !snapshot.profiled());
            for (Snapshot snapshot : HistoryText.evenly(profiled, MOST_PROFILES)) {
                Profile profile = loader.profile(history.profile(snapshot));
                collector.add(new TimedProfile(profile, snapshot.time(), false));
                read++;
            }
        }
        return read < 2 ? List.of() : collector.trends();
    }
}
