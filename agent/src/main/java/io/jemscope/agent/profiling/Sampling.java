package io.jemscope.agent.profiling;

import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.EventLog;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Sampling as the allocator does it: on or off, and how often. Remembers what was made of it here, so that it can be told
 * from what others did, and put back. One thread at a time may change it.
 */
final class Sampling {

    private static final String MAY_STOP = "jemalloc 5.2.0 and 5.2.1 can stop sampling when it is switched off and on"
            + " again; if the next dump shows nothing new, run the program on jemalloc 5.3";
    private static final String HAS_STOPPED =
            "sampling is on, but threads that were there before aren't sampled: a known"
                    + " fault of jemalloc 5.2.0 and 5.2.1. Run the program on jemalloc 5.3";

    private final Allocator allocator;
    private final Canary canary;
    private final EventLog events;

    /** Read by any thread, also during a dump. */
    private volatile boolean switched;

    private volatile boolean switchedTo;
    private volatile @Nullable String warning;

    private OptionalLong foundRate = OptionalLong.empty();
    private long setRate;

    Sampling(Allocator allocator, Canary canary, EventLog events) {
        this.allocator = allocator;
        this.canary = canary;
        this.events = events;
    }

    boolean isActive() throws AllocatorException {
        return allocator.read(Control.PROF_ACTIVE);
    }

    void switchTo(boolean active) throws AllocatorException {
        write(Control.PROF_ACTIVE, active, active ? "switched on" : "switched off");
        switchedTo = active;
        switched = true;
        events.record(EventKind.SWITCH, active ? "sampling was switched on" : "sampling was switched off");
        warning = active ? doubt() : null;
    }

    /** Why sampling may be incomplete since the last switch, in half a sentence; null if there is no reason. Any thread may call it. */
    @Nullable
    String warning() {
        return warning;
    }

    /** Checks, on the versions of jemalloc that may not sample after a switch, whether this one does. */
    private @Nullable String doubt() {
        String version = allocator.detection().version();
        if (version == null || !(version.startsWith("5.2.0") || version.startsWith("5.2.1"))) {
            return null;
        }
        return switch (canary.check(rateBytes())) {
            case SAMPLED -> null;
            case NOT_SAMPLED -> HAS_STOPPED;
            case UNKNOWN -> MAY_STOP;
        };
    }

    /** Whether it was switched here last. */
    boolean isOurs(boolean activeNow) {
        return switched && switchedTo == activeNow;
    }

    /** The mean distance between samples, in bytes; empty where jemalloc doesn't tell. */
    OptionalLong rateBytes() {
        try {
            return OptionalLong.of(1L << allocator.read(Control.PROF_LG_SAMPLE));
        } catch (AllocatorException e) {
            return OptionalLong.empty();
        }
    }

    /** Sets the distance, which throws away all samples; the first time remembers the one that was set before. */
    void setRate(long bytes) throws AllocatorException {
        long before = allocator.read(Control.PROF_LG_SAMPLE);
        long wanted = Long.numberOfTrailingZeros(bytes);
        write(Control.PROF_RESET, wanted, "given another rate");
        if (foundRate.isEmpty() || before != setRate) {
            foundRate = OptionalLong.of(before);
        }
        setRate = wanted;
    }

    /** Deletes all samples and keeps the rate. */
    void discard() throws AllocatorException {
        try {
            allocator.run(Control.PROF_RESET_ALONE);
        } catch (AllocatorException e) {
            events.record(EventKind.REFUSAL, "samples could not be thrown away: " + e.getMessage());
            throw e;
        }
        events.record(EventKind.CHANGE, "all samples were thrown away");
    }

    /** Writes it, or counts that it was refused. */
    private <T> void write(Control<T> control, T value, String what) throws AllocatorException {
        try {
            allocator.write(control, value);
        } catch (AllocatorException e) {
            events.record(EventKind.REFUSAL, "sampling could not be " + what + ": " + e.getMessage());
            throw e;
        }
    }

    /** Whether there is a distance to put back. */
    boolean owesRate() {
        return foundRate.isPresent();
    }

    /**
     * Puts back the distance that was found, which throws away all samples. One that another tool has set since stays,
     * and so does an equal one, since a change would discard samples.
     */
    void putRateBack() throws AllocatorException {
        if (foundRate.isPresent()) {
            long found = foundRate.getAsLong();
            if (found != setRate && allocator.read(Control.PROF_LG_SAMPLE) == setRate) {
                write(Control.PROF_RESET, found, "given its rate back");
            }
            foundRate = OptionalLong.empty();
        }
    }
}
