package io.jemscope.agent.profiling;

import io.jemscope.agent.dumps.Dump;

/** What came of asking for a dump in the middle of a run. */
public sealed interface SnapshotOutcome {

    /**
     * It was made.
     *
     * @param dump the dump, the last of the run's snapshots
     */
    record Made(Run run, Dump dump) implements SnapshotOutcome {}

    /** Nothing was done, since the run isn't on. */
    record Ended(Run run) implements SnapshotOutcome {}

    /** There is no such run. */
    record None() implements SnapshotOutcome {}
}
