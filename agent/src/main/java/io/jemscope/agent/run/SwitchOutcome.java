package io.jemscope.agent.run;

/** What came of asking that sampling be on or off. */
public sealed interface SwitchOutcome permits Profiler.Change, SwitchOutcome.RunIsOn {

    /**
     * Nothing was done, since a run is on.
     *
     * @param run that run
     */
    record RunIsOn(Run run) implements SwitchOutcome {}
}
