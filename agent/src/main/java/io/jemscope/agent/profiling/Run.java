package io.jemscope.agent.profiling;

import io.jemscope.agent.dumps.Dump;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A run as it stands at one moment.
 *
 * @param id the second of its start since 1970, or the next that no run had; never used again
 * @param state where it stands
 * @param request what it was to be like
 * @param external whether something else switched sampling on, and it was stopped by force
 * @param sampleBytes the mean distance between two of its samples; empty where jemalloc doesn't tell
 * @param times when it began and ended
 * @param awaitsDump whether its profile could not be dumped and still can be
 * @param reset that its samples were thrown away meanwhile; empty where they weren't
 * @param message the last word about it, see {@link #told}; empty for none
 */
public record Run(
        long id,
        RunState state,
        RunRequest request,
        boolean external,
        OptionalLong sampleBytes,
        RunTimes times,
        RunDumps dumps,
        boolean awaitsDump,
        Optional<RunReset> reset,
        Optional<String> message) {

    /** A run that begins. */
    static Run begun(long id, RunRequest request, OptionalLong sampleBytes, RunTimes times, Optional<Dump> baseline) {
        return started(id, request, false, sampleBytes, times, RunDumps.from(baseline));
    }

    /** A run that something else began, and that was stopped now. */
    static Run external(long id, OptionalLong sampleBytes, Instant now, long nowNanos) {
        RunRequest unknown = new RunRequest(Optional.empty(), Optional.empty(), OptionalLong.empty(), false, false);
        RunTimes times = RunTimes.endedOnly(now, nowNanos);
        return started(id, unknown, true, sampleBytes, times, RunDumps.from(Optional.empty()));
    }

    private static Run started(
            long id, RunRequest request, boolean external, OptionalLong sampleBytes, RunTimes times, RunDumps dumps) {
        Optional<RunReset> reset = Optional.empty();
        return new Run(
                id, RunState.RUNNING, request, external, sampleBytes, times, dumps, false, reset, Optional.empty());
    }

    /** A copy with the same reset. */
    private Run copy(RunState next, RunTimes at, RunDumps its, boolean awaits, Optional<String> text) {
        return new Run(id, next, request, external, sampleBytes, at, its, awaits, reset, text);
    }

    /** Whether sampling is on for it. */
    boolean isRunning() {
        return state == RunState.RUNNING;
    }

    /** A copy with a message. */
    Run telling(String text) {
        return copy(state, times, dumps, awaitsDump, Optional.of(text));
    }

    /** A copy that ends at another moment. */
    Run until(long deadlineNanos) {
        return copy(state, times.withDeadline(deadlineNanos), dumps, awaitsDump, message);
    }

    /** A copy with other dumps. */
    Run with(RunDumps others) {
        return copy(state, times, others, awaitsDump, message);
    }

    /** A copy after its samples were discarded: later dumps can't be compared with its baseline. */
    Run withoutSamples(long nowNanos) {
        Optional<Dump> before = dumps.baseline().isPresent() || reset.isEmpty()
                ? dumps.baseline()
                : reset.get().baseline();
        Optional<RunReset> now = Optional.of(new RunReset(times.at(nowNanos), before));
        RunDumps left = dumps.withoutBaseline();
        return new Run(id, state, request, external, sampleBytes, times, left, awaitsDump, now, message);
    }

    /**
     * All that is known about it besides its figures.
     *
     * @return half sentences, one after the other; empty if there are none
     */
    public Optional<String> told() {
        if (reset.isEmpty()) {
            return message;
        }
        String text = reset.get().told();
        return Optional.of(message.isPresent() ? message.get() + "; and " + text : text);
    }

    /** Ended, with its profile. A message from its start stays, one about a failed dump goes. */
    Run finished(Dump profile, long nowNanos) {
        Optional<String> kept = isRunning() ? message : Optional.empty();
        return copy(RunState.FINISHED, times.end(nowNanos), dumps.withProfile(profile), false, kept);
    }

    /** Ended, without a profile so far. */
    Run failed(String why, long nowNanos) {
        return copy(RunState.FAILED, times.end(nowNanos), dumps, true, Optional.of(why));
    }

    /** Ended, and its profile can't be dumped any more. */
    Run discarded(String why) {
        return copy(RunState.FAILED, times, dumps, false, Optional.of(why));
    }

    /** Ended by something else. */
    Run lost(String why, long nowNanos) {
        return copy(RunState.LOST, times.end(nowNanos), dumps, false, Optional.of(why));
    }
}
