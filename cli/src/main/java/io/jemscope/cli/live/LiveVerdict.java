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
import io.jemscope.report.verdict.ProcessPast;
import io.jemscope.report.verdict.ProcessVerdict;
import io.jemscope.report.verdict.SiteVerdicts;
import io.jemscope.report.verdict.VerdictCollector;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Judges a running JVM: asks its agent for the memory ledger and a dump, once or twice, and takes what its history has. */
public final class LiveVerdict {

    private static final int TOO_MANY_REQUESTS = 429;

    private final AgentClient agent;
    private final boolean large;
    private final Target target;
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
        ProcessPast past = past();
        MemoryLook base = past.base(Instant.now());
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
        Instant collected = collect ? Instant.now() : past.lastCollection();
        MemoryLook now = memory();
        SiteVerdicts sites = null;
        if (sampled) {
            past.addProfilesTo(collector);
            dump();
            List<SiteVerdicts> verdicts = collector.verdicts(collected);
            sites = verdicts.get(verdicts.size() - 1);
        }
        return ProcessVerdict.of(now, base, sites);
    }

    /** The snapshots in the history of this life of the process; none if its folder can't be read. */
    private ProcessPast past() {
        AgentDescriptor descriptor = target.agent().orElse(null);
        if (descriptor == null) {
            return ProcessPast.NONE;
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
            return new ProcessPast(
                    newest.stream().map(snapshot -> moment(history, snapshot)).toList());
        } catch (CommandFailure e) {
            // Without a history the verdict rests on what is seen now, and says so.
            return ProcessPast.NONE;
        }
    }

    private ProcessPast.Moment moment(StoredHistory history, Snapshot snapshot) {
        return new ProcessPast.Moment(
                snapshot.time(),
                snapshot.statistics(),
                snapshot.profiled() ? () -> profiles.readStored(history.profile(snapshot)) : null);
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
