package io.jemscope.fleet.store;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * A heap profile as a store keeps it.
 *
 * @param id tells it from other profiles of the instance: a profile that is delivered twice has the same one
 * @param time when it was requested, by the collector's clock, to the millisecond; the clocks of a fleet differ
 * @param rateBytes the sampling rate; 0 if unknown
 * @param memory the process's memory at that time
 * @param stacks what its stacks hold; stacks of the same site and frames are added up
 */
public record StoredProfile(
        Instance instance, String id, Instant time, long rateBytes, MemoryFigures memory, List<StackSum> stacks) {

    public StoredProfile {
        time = time.truncatedTo(ChronoUnit.MILLIS);
        stacks = List.copyOf(stacks);
    }
}
