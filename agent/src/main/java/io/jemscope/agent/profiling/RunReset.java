package io.jemscope.agent.profiling;

import io.jemscope.agent.dumps.Dump;
import java.time.Instant;
import java.util.Optional;

/**
 * That all samples were thrown away in the middle of a run.
 *
 * @param at when, the last time
 * @param baseline the dump that was the run's baseline before, and has nothing to do with what is dumped since; empty where it had none
 */
public record RunReset(Instant at, Optional<Dump> baseline) {

    /** Half a sentence about it. */
    String told() {
        String text =
                "all samples were thrown away by force in the middle of it: its profile shows what came since then, and"
                        + " dumps from before it can't be compared with those after it";
        return baseline.isPresent()
                ? text + ". The baseline, which is no longer its own, is "
                        + baseline.get().id()
                : text;
    }
}
