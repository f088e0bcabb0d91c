package io.jemscope.cli.live;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.AgentDescriptor;
import io.jemscope.cli.control.AgentException;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.history.StoredHistory;
import io.jemscope.cli.target.Target;
import io.jemscope.history.Snapshot;
import io.jemscope.history.TimeSpan;
import io.jemscope.profile.ProcessRun;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.trend.TimedProfile;
import io.jemscope.report.verdict.MemoryLook;
import io.jemscope.report.verdict.ProcessVerdict;
import io.jemscope.report.verdict.SiteVerdicts;
import io.jemscope.report.verdict.VerdictCollector;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Judges a running JVM: asks its agent for the memory ledger and a dump, once or twice, and takes what its history has. */
public final class LiveVerdict {

    private static final int TOO_MANY_REQUESTS = 429;

    /** More dumps say little more, and each takes time to read. */
    private static final int MOST_PROFILES = 24;

    private static final Duration HOUR = Duration.ofHours(1);

    private final AgentClient agent;
    private final boolean large;
    private final Target target;
    private @Nullable StoredHistory history;
    private final LiveProfiles profiles;
    private final VerdictCollector collector = new VerdictCollector(SiteGrouping.byLine(AllocatorFunctions.KNOWN));

    /** {@code large} allows a ledger that delays a large process. */
    public LiveVerdict(AgentClient agent, Target target, boolean large) {
        this.agent = agent;
        this.large = large;
        this.target = target;
        this.profiles = new LiveProfiles(agent, target);
    }

    /**
     * Judges it.
     *
     * @param watch how long to wait before a second look; zero for one look only
     * @param collect whether to collect its heap before the last look
     * @throws IOException where the agent can't be reached or refuses
     * @throws CommandFailure where a dump can't be kept or read
     */
    public ProcessVerdict look(Duration watch, boolean collect)
            throws IOException, CommandFailure, InterruptedException {
        List<Snapshot> past = past();
        MemoryLook base = base(past);
        boolean sampled = agent.state().samples() > 0;
        if (!watch.isZero()) {
            base = memory();
            if (sampled) {
                dump();
            }
            Thread.sleep(watch.toMillis());
        }
        if (collect) {
            agent.purge("collect");
        }
        Instant collected = collect ? Instant.now() : lastCollection(past);
        MemoryLook now = memory();
        SiteVerdicts sites = null;
        if (sampled) {
            addPast(past);
            dump();
            List<SiteVerdicts> verdicts = collector.verdicts(collected);
            sites = verdicts.get(verdicts.size() - 1);
        }
        return ProcessVerdict.of(now, base, sites);
    }

    /** The newest ledger that is an hour old, or half as old as the history: what grew long ago needn't grow now. */
    private static @Nullable MemoryLook base(List<Snapshot> past) {
        if (past.isEmpty()) {
            return null;
        }
        Instant first = past.get(0).time();
        Duration half = Duration.between(first, Instant.now()).dividedBy(2);
        Instant latest = Instant.now().minus(half.compareTo(HOUR) < 0 ? half : HOUR);
        MemoryLook base = null;
        for (Snapshot snapshot : past) {
            MemoryLook look = MemoryLook.ofStatistics(snapshot.time(), snapshot.statistics());
            if (look.hasRows() && (base == null || !snapshot.time().isAfter(latest))) {
                base = look;
            }
        }
        return base;
    }

    /** The snapshots in the history of this life of the process; none if its folder can't be read. */
    private List<Snapshot> past() {
        AgentDescriptor descriptor = target.agent().orElse(null);
        if (descriptor == null) {
            return List.of();
        }
        try {
            StoredHistory history = StoredHistory.read(descriptor.folder(), TimeSpan.ALL, notice -> {});
            // In a container each life of the program has the same number.
            Optional<Instant> started = target.process()
                    .flatMap(process -> ProcessHandle.of(process.pid()))
                    .flatMap(process -> process.info().startInstant());
            List<Snapshot> newest = List.of();
            for (StoredHistory.Life life : history.lives()) {
                boolean isThis = life.process().pid() == descriptor.pid()
                        && ProcessRun.isSameStart(
                                life.process().started(),
                                started.orElse(life.process().started()));
                newest = isThis ? life.snapshots() : newest;
            }
            this.history = history;
            return newest;
        } catch (CommandFailure e) {
            // Without a history the verdict rests on what is seen now, and says so.
            return List.of();
        }
    }

    private static @Nullable Instant lastCollection(List<Snapshot> past) {
        Double last =
                past.isEmpty() ? null : past.get(past.size() - 1).statistics().get("gc.whole.last.epochMs");
        return last == null ? null : Instant.ofEpochMilli(Math.round(last));
    }

    private void addPast(List<Snapshot> past) {
        List<Snapshot> profiled = past.stream().filter(Snapshot::profiled).toList();
        int step = Math.max(1, (profiled.size() + MOST_PROFILES - 1) / MOST_PROFILES);
        for (int i = 0; i < profiled.size(); i += step) {
            Path file = Objects.requireNonNull(history).profile(profiled.get(i));
            try {
                collector.add(TimedProfile.of(
                        profiles.readStored(file), profiled.get(i).time()));
            } catch (IOException e) {
                // The history removed it meanwhile, or it is damaged. The others are evidence enough.
            }
        }
    }

    private MemoryLook memory() throws IOException, InterruptedException {
        try {
            return MemoryLook.of(retrying(() -> agent.memory(large)).json());
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private void dump() throws IOException, CommandFailure, InterruptedException {
        Answer dump = retrying(() -> agent.makeDump("snapshot"));
        collector.add(TimedProfile.of(profiles.readWithBirths(dump.shown("id")), Instant.now()));
    }

    /** A request that the agent may put off, since it limits how often it makes such answers. */
    @FunctionalInterface
    private interface Limited {
        Answer ask() throws IOException;
    }

    private static Answer retrying(Limited request) throws IOException, InterruptedException {
        while (true) {
            try {
                return request.ask();
            } catch (AgentException e) {
                if (e.status() != TOO_MANY_REQUESTS || e.retryAfter().isZero()) {
                    throw e;
                }
                Thread.sleep(e.retryAfter().toMillis());
            }
        }
    }
}
