package io.jemscope.cli.live;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.AgentException;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.control.ResidentText;
import io.jemscope.cli.terminal.ProgressLine;
import io.jemscope.report.Units;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;

/**
 * Waits for the end of a run, and shows meanwhile how far it is. A program that stands still for a while, by a collection or a
 * busy machine, doesn't end the waiting: only one that has gone does, or that hasn't answered for a minute.
 */
public final class RunWatch {

    /** For how long an agent may leave questions unanswered. */
    public static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final long MOST_PAUSE_MILLIS = 1_000;
    private static final long LEAST_PAUSE_MILLIS = 50;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int FIRST_OF_THE_SERVER = 500;

    private final AgentClient agent;
    private final ProgressLine progress;
    private final Duration patience;

    /**
     * Makes one.
     *
     * @param agent who runs it
     * @param progress where progress is shown
     */
    public RunWatch(AgentClient agent, ProgressLine progress) {
        this(agent, progress, PATIENCE);
    }

    RunWatch(AgentClient agent, ProgressLine progress, Duration patience) {
        this.agent = agent;
        this.progress = progress;
        this.patience = patience;
    }

    /**
     * Waits.
     *
     * @return the run as it has ended
     * @throws IOException where the agent can't be reached any more; whether that {@link #hasEnded} tells what became of the
     *     run
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
                now = ask(id);
            }
            return now;
        } finally {
            progress.clear();
        }
    }

    private Answer ask(String id) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (true) {
            try {
                return agent.run(id);
            } catch (IOException e) {
                if (hasEnded(e) || System.nanoTime() - begin >= patience.toNanos()) {
                    throw e;
                }
            }
            Thread.sleep(MOST_PAUSE_MILLIS);
        }
    }

    /**
     * Tells a run that nobody knows any more from one that goes on in a program that doesn't answer.
     *
     * @param failure what came of a question about it
     * @return whether nobody listens any more, or the agent has refused to tell
     */
    public static boolean hasEnded(IOException failure) {
        if (failure instanceof AgentException refusal) {
            return refusal.status() < FIRST_OF_THE_SERVER && refusal.status() != TOO_MANY_REQUESTS;
        }
        return failure instanceof ConnectException;
    }

    /** Soon where the end is near, so that a short run isn't waited for too long. */
    private static long pauseMillis(Answer run) {
        if (!run.has("remainingSeconds")) {
            return MOST_PAUSE_MILLIS;
        }
        long remaining = run.number("remainingSeconds") * 1_000;
        return Math.max(LEAST_PAUSE_MILLIS, Math.min(MOST_PAUSE_MILLIS, remaining / 2));
    }

    private String text(Answer run, Duration elapsed) {
        long seconds = run.number("seconds");
        return "jemscope: " + Units.span(elapsed)
                + (seconds > 0 ? " of " + Units.span(Duration.ofSeconds(seconds)) : "") + ", " + figures();
    }

    private String figures() {
        try {
            return ResidentText.progress(agent.state());
        } catch (IOException e) {
            return "the program doesn't answer just now";
        }
    }
}
