package io.jemscope.cli.live;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.AgentException;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.target.Target;
import io.jemscope.profile.Profile;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.trend.TimedProfile;
import io.jemscope.report.verdict.MemoryLook;
import io.jemscope.report.verdict.ProcessVerdict;
import io.jemscope.report.verdict.SiteVerdicts;
import io.jemscope.report.verdict.VerdictCollector;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Judges a running JVM: asks its agent for the memory ledger and a dump, once or twice. */
public final class LiveVerdict {

    private static final int TOO_MANY_REQUESTS = 429;

    private final AgentClient agent;
    private final boolean large;
    private final LiveProfiles profiles;
    private final VerdictCollector collector = new VerdictCollector(SiteGrouping.byLine(AllocatorFunctions.KNOWN));

    /** {@code large} allows for a ledger that holds up a large process for long. */
    public LiveVerdict(AgentClient agent, Target target, boolean large) {
        this.agent = agent;
        this.large = large;
        this.profiles = new LiveProfiles(agent, target);
    }

    /**
     * Looks at it.
     *
     * @param watch how long to wait before a second look; zero for one look only
     * @param collect whether to collect its heap before the last look
     * @throws IOException where the agent can't be reached or refuses
     * @throws CommandFailure where a dump can't be kept or read
     */
    public ProcessVerdict look(Duration watch, boolean collect)
            throws IOException, CommandFailure, InterruptedException {
        MemoryLook base = null;
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
        MemoryLook now = memory();
        SiteVerdicts sites = null;
        if (sampled) {
            dump();
            List<SiteVerdicts> verdicts = collector.verdicts(collect);
            sites = verdicts.get(verdicts.size() - 1);
        }
        return ProcessVerdict.of(now, base, sites, collect);
    }

    private MemoryLook memory() throws IOException, InterruptedException {
        while (true) {
            try {
                return MemoryLook.of(agent.memory(large).json());
            } catch (AgentException e) {
                if (e.status() != TOO_MANY_REQUESTS || e.retryAfter().isZero()) {
                    throw e;
                }
                Thread.sleep(e.retryAfter().toMillis());
            } catch (IllegalArgumentException e) {
                throw new IOException(e.getMessage(), e);
            }
        }
    }

    private void dump() throws IOException, CommandFailure, InterruptedException {
        while (true) {
            try {
                Profile profile =
                        profiles.readWithBirths(agent.makeDump("snapshot").shown("id"));
                collector.add(TimedProfile.of(profile, Instant.now()));
                return;
            } catch (AgentException e) {
                if (e.status() != TOO_MANY_REQUESTS || e.retryAfter().isZero()) {
                    throw e;
                }
                Thread.sleep(e.retryAfter().toMillis());
            }
        }
    }
}
