package io.jemscope.cli.live;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.AgentException;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.target.Target;
import io.jemscope.profile.Profile;
import io.jemscope.profile.SampleType;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.comparison.Comparison;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at a running JVM again and again: each time it has a snapshot made, and compares it with the first one. */
public final class TopWatch {

    /** What agents grant to callers in the long run, unless they are told otherwise. */
    private static final Duration LEAST_PAUSE = Duration.ofSeconds(1);

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;

    /** The program is to spend a twentieth of its time on dumps at most. */
    private static final int PAUSES_PER_DUMP = 20;

    private final AgentClient agent;
    private final Target target;
    private final LiveProfiles profiles;
    private @Nullable Profile first;
    private long begunNanos;
    private long tookNanos;
    private Duration refusedFor = Duration.ZERO;

    /**
     * Makes one.
     *
     * @param agent the JVM's agent
     * @param target the JVM
     */
    public TopWatch(AgentClient agent, Target target) {
        this.agent = agent;
        this.target = target;
        this.profiles = new LiveProfiles(agent, target);
    }

    /**
     * Looks for the first time, as soon as the agent lets it.
     *
     * @return what is there
     * @throws IOException where the agent can't be reached or refuses
     * @throws CommandFailure where what it sends can't be kept or read
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public TopView first() throws IOException, CommandFailure, InterruptedException {
        while (true) {
            Optional<TopView> view = look();
            if (view.isPresent()) {
                return view.get();
            }
            Thread.sleep(pause(Duration.ZERO).toMillis());
        }
    }

    /**
     * Looks.
     *
     * @return what is there; empty where others have had so many dumps made that the agent wants this one later
     * @throws IOException where the agent can't be reached or refuses
     * @throws CommandFailure where what it sends can't be kept or read
     */
    public Optional<TopView> look() throws IOException, CommandFailure {
        long begin = System.nanoTime();
        Answer dump;
        try {
            dump = agent.makeDump("snapshot");
            refusedFor = Duration.ZERO;
        } catch (AgentException e) {
            // A program whose heap is full for the moment says when to come again, too. Before the first look there is
            // nothing to show meanwhile.
            boolean full = e.status() == UNAVAILABLE && !e.retryAfter().isZero();
            boolean isFirst = first == null && e.isHeapFull();
            if (isFirst || (e.status() != TOO_MANY_REQUESTS && !full)) {
                throw e;
            }
            refusedFor = e.retryAfter();
            return Optional.empty();
        }
        tookNanos = System.nanoTime() - begin;
        Profile now = profiles.read(dump.shown("id"));
        Profile before = first;
        if (before == null) {
            before = now;
            first = now;
            begunNanos = begin;
        }
        Comparison comparison =
                Comparison.of(before, now, SampleType.LIVE_BYTES, SiteGrouping.byLine(AllocatorFunctions.KNOWN), false);
        return Optional.of(
                new TopView(target, Instant.now(), Duration.ofNanos(begin - begunNanos), agent.describe(), comparison));
    }

    /**
     * How long to wait before looking again.
     *
     * @param wanted how long the user would
     * @return as long; longer where dumps take long or the agent wants them later, and a second at least
     */
    public Duration pause(Duration wanted) {
        Duration forDumps = longer(LEAST_PAUSE, Duration.ofNanos(PAUSES_PER_DUMP * tookNanos));
        return longer(wanted, longer(forDumps, refusedFor));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }
}
