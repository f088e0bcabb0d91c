package io.jemscope.agent.history;

import com.google.gson.JsonParser;
import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.rss.LedgerReader;
import io.jemscope.agent.rss.MemoryStatistics;
import io.jemscope.agent.rss.ProcessStatus;
import io.jemscope.agent.threads.ThreadCosts;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.BacktraceHook;
import io.jemscope.allocator.DumpKind;
import io.jemscope.history.FolderHistory;
import io.jemscope.history.ProcessIdentity;
import io.jemscope.history.Retention;
import io.jemscope.history.Snapshot;
import io.jemscope.history.TimeSpan;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.trend.TimedProfile;
import io.jemscope.report.verdict.MemoryLook;
import io.jemscope.report.verdict.ProcessPast;
import io.jemscope.report.verdict.ProcessVerdict;
import io.jemscope.report.verdict.SiteVerdicts;
import io.jemscope.report.verdict.VerdictCollector;
import io.jemscope.symbols.Symbolizer;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Judges this process by its memory ledger, a dump, and what its history has. That reads up to 25 profiles, one after the other: for the
 * agent's own threads, and where the Java heap has room for a rendering. Profiles, symbols and reports are loaded with the first verdict.
 */
public final class OwnVerdict {

    /** A dump this young is as good as a new one. */
    private static final Duration YOUNG = Duration.ofMinutes(1);

    /** A verdict is used again for this long, and for ten times as long as it took. */
    private static final Duration REUSED = Duration.ofSeconds(10);

    private static final int TIMES = 10;

    private static final long SHARE_NANOS = 200_000_000;

    private final long pid;
    private final String program;
    private final @Nullable Path history;
    private final Allocator allocator;
    private final BacktraceHook hook;
    private final DumpStore dumps;
    private final OwnBinaries binaries;

    /** For one thread at a time. */
    private @Nullable LedgerReader ledger;

    /** Of the verdicts that are made whether or not a caller wants one: 0.33 % of a core at a snapshot a minute. For one thread at a time. */
    private final CostShare share = new CostShare(SHARE_NANOS);

    private volatile @Nullable Made last;

    private volatile @Nullable Profiled newest;

    /** The newest profile in the history, and how long its dump was. */
    private record Profiled(Instant time, long dumpBytes) {}

    /** A verdict, and until when another caller gets the same. */
    private record Made(ProcessVerdict verdict, boolean large, long dueNanos) {}

    /**
     * Makes it; nothing is read or loaded yet.
     *
     * @param history where the history is; null if none is kept
     */
    public OwnVerdict(
            long pid,
            String program,
            @Nullable Path history,
            Allocator allocator,
            BacktraceHook hook,
            DumpStore dumps,
            OwnBinaries binaries) {
        this.pid = pid;
        this.program = program;
        this.history = history;
        this.allocator = allocator;
        this.hook = hook;
        this.dumps = dumps;
        this.binaries = binaries;
    }

    /**
     * The last verdict if it may be used again; else null.
     *
     * @param large whether it must have the ledger of a large process
     */
    public @Nullable ProcessVerdict recent(boolean large) {
        Made made = last;
        return made == null || (large && !made.large()) || System.nanoTime() - made.dueNanos() >= 0
                ? null
                : made.verdict();
    }

    /** The last verdict, however old; null before the first. */
    public @Nullable ProcessVerdict last() {
        Made made = last;
        return made == null ? null : made.verdict();
    }

    /** Tells it that the history has a new profile, and how long its dump was. */
    void profiled(long dumpBytes) {
        newest = new Profiled(Instant.now(), dumpBytes);
    }

    /** How long the dump of the newest profile in the history was. */
    public long profileBytes() {
        Profiled profile = newest;
        return profile == null ? 0 : profile.dumpBytes();
    }

    /** Whether the program is sampled, and the history has no profile of this minute. */
    public boolean needsDump() {
        Long samples = hook.counters().byName().get("samples");
        Profiled profile = newest;
        return samples != null && samples > 0 && (profile == null || isOld(profile.time()));
    }

    private static boolean isOld(Instant time) {
        return time.isBefore(Instant.now().minus(YOUNG));
    }

    /** The newest dump, if it is young; else null. */
    public @Nullable Dump youngDump() {
        Dump newest = null;
        for (Dump dump : dumps.list()) {
            newest = dump.kind() == DumpKind.LOG ? newest : dump;
        }
        return newest == null || isOld(newest.made()) ? null : newest;
    }

    /** Judges it by what the history has now; false without a verdict, because the last ones have cost too much. */
    public synchronized boolean refresh() throws IOException {
        if (!share.isDue()) {
            return false;
        }
        long before = ThreadCosts.ownNanos();
        try {
            judge(null, false);
        } finally {
            share.cost(ThreadCosts.ownNanos() - before);
        }
        return true;
    }

    /**
     * Judges it now.
     *
     * @param dump of this moment; null if nothing is sampled, or the history has a profile that is young enough
     * @param large whether to read the ledger of a {@linkplain ProcessStatus#isLarge() large} process, which holds the program up. Without
     *     it, the verdict on one rests on the cheap statistics and its sites
     * @throws io.jemscope.profile.FormatException if the dump is none
     * @throws IOException if the dump can't be read
     */
    public synchronized ProcessVerdict judge(@Nullable Dump dump, boolean large) throws IOException {
        long begin = System.nanoTime();
        Map<String, Double> statistics = new TreeMap<>();
        new MemoryStatistics(allocator, dumps).addTo(statistics);
        MemoryLook now = look(statistics, large);
        Symbolizer symbolizer = new Symbolizer(binaries.refreshed());
        ProcessPast past = past(symbolizer);
        VerdictCollector collector = new VerdictCollector(SiteGrouping.byLine(AllocatorFunctions.KNOWN));
        past.addProfilesTo(collector);
        if (dump != null) {
            collector.add(TimedProfile.of(symbolizer.symbolize(ProfileFile.readWithBirths(dump.file())), dump.made()));
        }
        List<SiteVerdicts> runs = collector.verdicts(ProcessPast.lastCollection(statistics));
        SiteVerdicts sites = runs.isEmpty() ? null : runs.get(runs.size() - 1);
        ProcessVerdict verdict = ProcessVerdict.of(now, past.base(now.time()), sites);
        long end = System.nanoTime();
        last = new Made(verdict, large, end + Math.max(REUSED.toNanos(), TIMES * (end - begin)));
        return verdict;
    }

    private MemoryLook look(Map<String, Double> statistics, boolean large) {
        try {
            if (large || !ProcessStatus.own().isLarge()) {
                LedgerReader reader = ledger;
                if (reader == null) {
                    reader = LedgerReader.withoutWaiting(allocator, dumps);
                    ledger = reader;
                }
                StringWriter json = new StringWriter();
                reader.write(new JsonWriter(json));
                return MemoryLook.of(JsonParser.parseString(json.toString()).getAsJsonObject());
            }
        } catch (IOException e) {
            // The kernel's files can't be read, as where the program may not be traced.
        }
        return MemoryLook.ofStatistics(Instant.now(), statistics);
    }

    /** The files of this process's history: its statistics, then some of its profiles, evenly thinned. */
    public List<Path> history(int mostProfiles) throws IOException {
        List<Path> files = new ArrayList<>();
        if (history == null) {
            return files;
        }
        FolderHistory folder = new FolderHistory(history, Retention.DEFAULT, notice -> {});
        ProcessIdentity own = Recording.own(pid, program);
        List<Path> profiles = new ArrayList<>();
        for (Snapshot snapshot : folder.snapshots(own, TimeSpan.ALL)) {
            if (snapshot.profiled()) {
                profiles.add(folder.profileFile(snapshot));
            }
        }
        if (Files.exists(folder.statisticsFile(own))) {
            files.add(folder.statisticsFile(own));
        }
        int step = Math.max(1, (profiles.size() + mostProfiles - 1) / mostProfiles);
        for (int i = profiles.size() - 1; i >= 0; i -= step) {
            files.add(profiles.get(i));
        }
        return files;
    }

    private ProcessPast past(Symbolizer symbolizer) {
        if (history == null) {
            return ProcessPast.NONE;
        }
        FolderHistory folder = new FolderHistory(history, Retention.DEFAULT, notice -> {});
        List<ProcessPast.Moment> moments = new ArrayList<>();
        try {
            for (Snapshot snapshot : folder.snapshots(Recording.own(pid, program), TimeSpan.ALL)) {
                Path file = folder.profileFile(snapshot);
                moments.add(new ProcessPast.Moment(
                        snapshot.time(),
                        snapshot.statistics(),
                        snapshot.profiled() ? () -> symbolizer.symbolize(ProfileFile.readWithBirths(file)) : null));
            }
        } catch (IOException e) {
            // Without it, the verdict says what it rests on.
            return ProcessPast.NONE;
        }
        return new ProcessPast(moments);
    }
}
