package io.jemscope.agent.profiling;

/** The result of a request to stop a run. */
public sealed interface StopOutcome {

    /** The profile was dumped now. */
    record Finished(Run run) implements StopOutcome {}

    /** Nothing was done, since the run had ended before. */
    record Already(Run run) implements StopOutcome {}

    /** Another caller switched sampling off before this one; no profile was dumped. */
    record Lost(Run run) implements StopOutcome {}

    /**
     * Sampling was switched off, but the profile could not be dumped. To stop the run again tries the dump again.
     *
     * @param run the run, failed
     */
    record NotDumped(Run run, Exception cause) implements StopOutcome {}

    /**
     * Sampling could not be switched off. It is tried again in 5 seconds, and so on.
     *
     * @param cause why
     */
    record StillOn(Run run, Exception cause) implements StopOutcome {}

    /** Nothing was done: sampling is on, but not for a run. */
    record External() implements StopOutcome {}

    /** There is no such run, or none at all yet. */
    record None() implements StopOutcome {}
}
