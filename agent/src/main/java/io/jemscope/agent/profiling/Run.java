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
        return new Run(
                id,
                RunState.RUNNING,
                request,
                false,
                sampleBytes,
                times,
                RunDumps.from(baseline),
                false,
                Optional.empty(),
                Optional.empty());
    }

    /** A run that something else began, and that was stopped now. */
    static Run external(long id, OptionalLong sampleBytes, Instant now, long nowNanos) {
        RunRequest unknown = new RunRequest(Optional.empty(), Optional.empty(), OptionalLong.empty(), false, false);
        return new Run(
                id,
                RunState.RUNNING,
                unknown,
                true,
                sampleBytes,
                RunTimes.endedOnly(now, nowNanos),
                RunDumps.from(Optional.empty()),
                false,
                Optional.empty(),
                Optional.empty());
    }

    /** Whether sampling is on for it. */
    boolean isRunning() {
        return state == RunState.RUNNING;
    }

    /** The same with a word about it. */
    Run telling(String text) {
        return new Run(id, state, request, external, sampleBytes, times, dumps, awaitsDump, reset, Optional.of(text));
    }

    /** The same, to be ended at another moment. */
    Run until(long deadlineNanos) {
        return new Run(
                id,
                state,
                request,
                external,
                sampleBytes,
                times.withDeadline(deadlineNanos),
                dumps,
                awaitsDump,
                reset,
                message);
    }

    /** The same with other dumps. */
    Run with(RunDumps others) {
        return new Run(id, state, request, external, sampleBytes, times, others, awaitsDump, reset, message);
    }

    /** The same after its samples were thrown away: what is dumped from now on has nothing to do with its baseline. */
    Run withoutSamples(long nowNanos) {
        Optional<Dump> before = dumps.baseline().isPresent() || reset.isEmpty()
                ? dumps.baseline()
                : reset.get().baseline();
        return new Run(
                id,
                state,
                request,
                external,
                sampleBytes,
                times,
                dumps.withoutBaseline(),
                awaitsDump,
                Optional.of(new RunReset(times.at(nowNanos), before)),
                message);
    }

    /**
     * All that is to be known about it besides its figures.
     *
     * @return half sentences, one after the other; empty where there is nothing
     */
    public Optional<String> told() {
        if (reset.isEmpty()) {
            return message;
        }
        String text = reset.get().told();
        return Optional.of(message.isPresent() ? message.get() + "; and " + text : text);
    }

    /** Ended, with its profile. A word that it had from its start stays, one about a failed dump goes. */
    Run finished(Dump profile, long nowNanos) {
        return new Run(
                id,
                RunState.FINISHED,
                request,
                external,
                sampleBytes,
                times.end(nowNanos),
                dumps.withProfile(profile),
                false,
                reset,
                isRunning() ? message : Optional.empty());
    }

    /** Ended, without a profile so far. */
    Run failed(String why, long nowNanos) {
        return new Run(
                id,
                RunState.FAILED,
                request,
                external,
                sampleBytes,
                times.end(nowNanos),
                dumps,
                true,
                reset,
                Optional.of(why));
    }

    /** Ended, and no profile can be had any more. */
    Run discarded(String why) {
        return new Run(
                id, RunState.FAILED, request, external, sampleBytes, times, dumps, false, reset, Optional.of(why));
    }

    /** Ended by something else. */
    Run lost(String why, long nowNanos) {
        return new Run(
                id,
                RunState.LOST,
                request,
                external,
                sampleBytes,
                times.end(nowNanos),
                dumps,
                false,
                reset,
                Optional.of(why));
    }
}
