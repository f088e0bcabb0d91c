package io.jemscope.cli.recording;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.AgentDescriptor;
import io.jemscope.cli.control.AgentState;
import io.jemscope.symbols.binaries.LiveBinaries;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One JVM while it is recorded: its agent, its files, and the newest of its snapshots. */
final class WatchedJvm {

    private final long pid;
    private final LiveBinaries binaries;
    private final SnapshotSchedule schedule;
    private @Nullable AgentClient agent;
    private @Nullable DumpFile snapshot;
    private @Nullable String trouble;
    private boolean sampling = true;

    WatchedJvm(long pid, SnapshotSchedule schedule) {
        this.pid = pid;
        this.binaries = new LiveBinaries(pid);
        this.schedule = schedule;
    }

    long pid() {
        return pid;
    }

    LiveBinaries binaries() {
        return binaries;
    }

    boolean isAlive() {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    boolean hasAgent() {
        return agent != null;
    }

    void found(AgentDescriptor descriptor) {
        agent = new AgentClient(descriptor);
    }

    /** Why the last snapshot couldn't be made; empty where all went well. */
    Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    /** The agent's state; empty where there is no agent, or it doesn't answer. */
    Optional<AgentState> state() {
        try {
            return agent == null ? Optional.empty() : Optional.of(agent.state());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The address of the agent's page, with its token; empty where there is no agent, or it doesn't answer. */
    Optional<URI> page() {
        try {
            return agent == null ? Optional.empty() : Optional.of(agent.page());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Has a snapshot made where one is due, and then keeps or deletes the one before. */
    void snapshotIfDue(Path folder, Optional<DumpSeries> series) {
        if (agent == null || !schedule.isDue(System.nanoTime())) {
            return;
        }
        long begin = System.nanoTime();
        Optional<DumpFile> made = dump(DumpFile.SNAPSHOT, folder);
        schedule.made(System.nanoTime() - begin, System.nanoTime());
        if (made.isPresent()) {
            DumpFile old = snapshot;
            snapshot = made.get();
            if (old != null && series.isPresent()) {
                series.get().keep(old);
            } else {
                deleteQuietly(old);
            }
        }
    }

    /** Has a dump made; empty where that fails, see {@link #trouble}. */
    Optional<DumpFile> dump(String kind, Path folder) {
        if (agent == null) {
            return Optional.empty();
        }
        try {
            Path file = agent.dump(kind);
            // The agent is ours, but what it says came over a socket: only files of our own folder are read and
            // deleted.
            if (!file.normalize().startsWith(folder)) {
                trouble = "the agent put its dump to " + file + ", which is not where it was told to";
                return Optional.empty();
            }
            trouble = null;
            return Optional.of(DumpFile.of(file));
        } catch (IOException e) {
            trouble = e.getMessage();
            return Optional.empty();
        }
    }

    /** Whether it may sample still: it has an agent, which hasn't been told to stop. */
    boolean isSampling() {
        return agent != null && sampling;
    }

    /** Switches sampling off; the program runs on as it was. Tried once. */
    void deactivate() throws IOException {
        if (agent != null) {
            sampling = false;
            agent.setProfiling(false);
        }
    }

    private static void deleteQuietly(@Nullable DumpFile old) {
        if (old == null) {
            return;
        }
        try {
            old.delete();
        } catch (IOException e) {
            // It goes with the folder.
            return;
        }
    }
}
