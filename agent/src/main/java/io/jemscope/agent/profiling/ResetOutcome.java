package io.jemscope.agent.profiling;

import java.util.Optional;

/** What came of asking that all samples be thrown away. */
public sealed interface ResetOutcome {

    /**
     * They are gone.
     *
     * @param running the run that goes on, without a baseline; empty where none is on
     */
    record Discarded(Optional<Run> running) implements ResetOutcome {}

    /** Nothing was done, since a run is on. */
    record RunIsOn(Run run) implements ResetOutcome {}
}
