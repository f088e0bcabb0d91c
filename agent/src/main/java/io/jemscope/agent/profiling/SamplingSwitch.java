package io.jemscope.agent.profiling;

import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.EventLog;
import io.jemscope.allocator.AllocatorException;
import org.jspecify.annotations.Nullable;

/**
 * The switch of sampling: notes each turn among the events, and where this jemalloc may sample nothing although it is
 * switched on, listens whether it does. One thread at a time may turn it; any may ask for the warning.
 */
final class SamplingSwitch {

    private static final String MAY_STOP = "jemalloc 5.2.0 and 5.2.1 can stop sampling when it is switched off and on"
            + " again; if the next dump shows nothing new, run the program on jemalloc 5.3";
    private static final String HAS_STOPPED =
            "sampling is on, but threads that were there before aren't sampled: a known"
                    + " fault of jemalloc 5.2.0 and 5.2.1. Run the program on jemalloc 5.3";

    private final Sampling sampling;
    private final Canary canary;
    private final EventLog events;

    private volatile @Nullable String warning;

    SamplingSwitch(Sampling sampling, Canary canary, EventLog events) {
        this.sampling = sampling;
        this.canary = canary;
        this.events = events;
    }

    /** Switches on or off. */
    void to(boolean active) throws AllocatorException {
        sampling.switchTo(active);
        events.record(EventKind.SWITCH, active ? "sampling was switched on" : "sampling was switched off");
        warning = active ? fear() : null;
    }

    /** What is to be feared of the last turn, in half a sentence; null for nothing. */
    @Nullable
    String warning() {
        return warning;
    }

    /** Looks whether sampling that was just switched on samples; only where it is known that it may not. */
    private @Nullable String fear() {
        if (!sampling.mayNotSample()) {
            return null;
        }
        return switch (canary.listen(sampling.rateBytes())) {
            case HEARD -> null;
            case SILENT -> HAS_STOPPED;
            case UNKNOWN -> MAY_STOP;
        };
    }
}
