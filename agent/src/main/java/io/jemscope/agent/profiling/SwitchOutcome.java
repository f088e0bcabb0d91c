package io.jemscope.agent.profiling;

/** What came of asking that sampling be on or off. */
public sealed interface SwitchOutcome {

    /**
     * It is so.
     *
     * @param active whether sampling is on now
     * @param changed whether it was otherwise before
     */
    record Switched(boolean active, boolean changed) implements SwitchOutcome {}

    /** Nothing was done, since a run is on. */
    record RunIsOn(Run run) implements SwitchOutcome {}
}
