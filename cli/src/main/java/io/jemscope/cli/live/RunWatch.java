package io.jemscope.cli.live;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.AgentState;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.terminal.ProgressLine;
import io.jemscope.report.Units;
import java.io.IOException;
import java.time.Duration;

/** Waits for the end of a run, and shows meanwhile how far it is. */
public final class RunWatch {

    private static final long MOST_PAUSE_MILLIS = 1_000;
    private static final long LEAST_PAUSE_MILLIS = 50;

    private final AgentClient agent;
    private final ProgressLine progress;

    /**
     * Makes one.
     *
     * @param agent who runs it
     * @param progress where progress is shown
     */
    public RunWatch(AgentClient agent, ProgressLine progress) {
        this.agent = agent;
        this.progress = progress;
    }

    /**
     * Waits.
     *
     * @param run the run
     * @return the run as it has ended
     * @throws IOException where the agent can't be reached any more
     * @throws InterruptedException where the waiting thread is interrupted; the run goes on
     */
    public Answer await(Answer run) throws IOException, InterruptedException {
        String id = run.shown("id");
        long begin = System.nanoTime();
        Answer now = run;
        try {
            while (RunText.isOn(now)) {
                if (progress.isShown()) {
                    progress.show(text(now, Duration.ofNanos(System.nanoTime() - begin)));
                }
                Thread.sleep(pauseMillis(now));
                now = agent.run(id);
            }
            return now;
        } finally {
            progress.clear();
        }
    }

    /** Soon where the end is near, so that a short run isn't waited for too long. */
    private static long pauseMillis(Answer run) {
        if (!run.has("remainingSeconds")) {
            return MOST_PAUSE_MILLIS;
        }
        long remaining = run.number("remainingSeconds") * 1_000;
        return Math.max(LEAST_PAUSE_MILLIS, Math.min(MOST_PAUSE_MILLIS, remaining / 2));
    }

    private String text(Answer run, Duration elapsed) throws IOException {
        AgentState state = agent.state();
        long seconds = run.number("seconds");
        return "jemscope: run " + run.shown("id") + ", " + Units.span(elapsed)
                + (seconds > 0 ? " of " + Units.span(Duration.ofSeconds(seconds)) : "") + ", "
                + Units.count(state.samples()) + " samples, allocated " + Units.bytes(state.allocatedBytes())
                + ", resident " + Units.bytes(state.residentBytes());
    }
}
