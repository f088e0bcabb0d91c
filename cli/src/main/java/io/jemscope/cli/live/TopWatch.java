package io.jemscope.cli.live;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.target.Target;
import io.jemscope.profile.Measure;
import io.jemscope.profile.Profile;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.Sites;
import io.jemscope.report.comparison.Comparison;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Looks at a running JVM again and again: each time it has a snapshot made, and compares it with the first one. */
public final class TopWatch {

    /** The program is to spend a twentieth of its time on dumps at most. */
    private static final int PAUSES_PER_DUMP = 20;

    private final AgentClient agent;
    private final Target target;
    private final LiveProfiles profiles;
    private @Nullable Profile first;
    private long begunNanos;
    private long tookNanos;

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
     * Looks.
     *
     * @return what is there
     * @throws IOException where the agent can't be reached or refuses
     * @throws CommandFailure where what it sends can't be kept or read
     */
    public TopView look() throws IOException, CommandFailure {
        long begin = System.nanoTime();
        Answer dump = agent.makeDump("snapshot");
        tookNanos = System.nanoTime() - begin;
        Profile now = profiles.read(dump.shown("id"));
        Profile before = first;
        if (before == null) {
            before = now;
            first = now;
            begunNanos = begin;
        }
        Comparison comparison =
                Comparison.of(before, now, Measure.LIVE_BYTES, Sites.holders(AllocatorFunctions.KNOWN), false);
        return new TopView(
                target.name(), Instant.now(), Duration.ofNanos(begin - begunNanos), agent.describe(), comparison);
    }

    /**
     * How long to wait before looking again.
     *
     * @param wanted how long the user would
     * @return as long, or longer where dumps take long
     */
    public Duration pause(Duration wanted) {
        Duration least = Duration.ofNanos(PAUSES_PER_DUMP * tookNanos);
        return wanted.compareTo(least) < 0 ? least : wanted;
    }
}
