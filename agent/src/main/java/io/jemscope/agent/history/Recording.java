package io.jemscope.agent.history;

import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.EventLog;
import io.jemscope.agent.threads.ThreadCosts;
import io.jemscope.history.FolderHistory;
import io.jemscope.history.History;
import io.jemscope.history.ProcessIdentity;
import io.jemscope.history.Retention;
import io.jemscope.history.Snapshot;
import io.jemscope.profile.Profile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The recorder's half that knows histories, which are loaded with the first snapshot. For one thread. */
final class Recording {

    /** Thinning reads all statistics again. */
    private static final int THINNED_EVERY = 10;

    private final History history;
    private final ProcessIdentity process;
    private final SnapshotSource source;
    private final EventLog events;
    private final OwnVerdict verdict;
    private final Runnable profiled;
    private int taken;

    Recording(
            Path folder,
            HistoryLimits limits,
            SnapshotSource source,
            EventLog events,
            OwnVerdict verdict,
            Runnable profiled) {
        this.verdict = verdict;
        this.profiled = profiled;
        this.source = source;
        this.events = events;
        this.history = new FolderHistory(folder, new Retention(limits.bytes(), limits.age()), new Consumer<>() {
            @Override
            public void accept(String notice) {
                events.record(EventKind.REFUSAL, notice);
            }
        });
        this.process = own(source.pid, source.program);
    }

    /** Takes a snapshot and stores it. */
    void take() throws IOException {
        long before = ThreadCosts.ownNanos();
        Map<String, Double> figures = new TreeMap<>();
        source.addStatistics(figures);
        long beforeProfile = ThreadCosts.ownNanos();
        Profile profile = source.profile();
        // What Jemscope costs is in its own figures.
        figures.put("history.snapshot.us", (ThreadCosts.ownNanos() - before) / 1_000.0);
        history.append(new Snapshot(process, Instant.now(), figures), profile);
        if (profile != null) {
            source.costOfProfile(ThreadCosts.ownNanos() - beforeProfile);
            verdict.profiled(source.dumpBytes());
            profiled.run();
        }
        if (taken++ % THINNED_EVERY == 0) {
            try {
                thin();
            } catch (IOException e) {
                events.record(EventKind.REFUSAL, "the history was not thinned out: " + e.getMessage());
            }
        }
    }

    private void thin() throws IOException {
        History.Removed removed = history.thin(Instant.now());
        if (removed.crowded() > 0) {
            events.record(
                    EventKind.DROP,
                    "the history takes more than history.bytes: the oldest " + removed.crowded()
                            + " profiles and snapshots were removed, " + removed.bytes() + " bytes");
        } else if (removed.aged() > 0) {
            events.record(
                    EventKind.DROP,
                    "the history was thinned out: " + removed.aged() + " snapshots were removed because of their age, "
                            + removed.bytes() + " bytes");
        }
    }

    /** What this process is called in a history: the same however often the agent is attached. */
    static ProcessIdentity own(long pid, String program) {
        return new ProcessIdentity(host(), pid, started(), program);
    }

    private static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname"), StandardCharsets.UTF_8)
                    .strip();
        } catch (IOException e) {
            return "";
        }
    }

    private static Instant started() {
        try {
            return Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
        } catch (LinkageError e) {
            // The runtime has no module java.management.
            return Instant.now();
        }
    }
}
