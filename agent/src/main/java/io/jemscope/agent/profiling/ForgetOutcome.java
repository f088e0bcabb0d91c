package io.jemscope.agent.profiling;

/** What came of asking that a run be forgotten. */
public enum ForgetOutcome {
    /** It is forgotten, and its dumps are gone. */
    FORGOTTEN,
    /** Nothing was done, since it is on. */
    STILL_ON,
    /** There is no such run. */
    NONE
}
