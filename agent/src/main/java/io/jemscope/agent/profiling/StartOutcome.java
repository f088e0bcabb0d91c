package io.jemscope.agent.profiling;

/** The result of a request to start a run. */
public sealed interface StartOutcome {

    /**
     * It has begun.
     *
     * @param run the run; its message, if it has one, is a warning
     */
    record Started(Run run) implements StartOutcome {}

    /** Nothing was done, since another run is on. */
    record AlreadyOn(Run run) implements StartOutcome {}

    /** Nothing was done, since something else has switched sampling on. */
    record External() implements StartOutcome {}
}
