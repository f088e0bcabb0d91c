package io.jemscope.fleet.store;

import java.time.Instant;

/**
 * The instances of one version of a service.
 *
 * @param instances how many have a profile in the span
 * @param sums what the newest profile of each holds, all together
 * @param squares the sum of the squares of each instance's bytes
 * @param memory their memory
 * @param newest the time of the newest profile
 */
public record Population(
        String service, String version, int instances, Sums sums, double squares, MemoryTotals memory, Instant newest) {

    /** Adds other instances of the same version. */
    public Population plus(Population other) {
        return new Population(
                service,
                version,
                instances + other.instances,
                sums.plus(other.sums),
                squares + other.squares,
                memory.plus(other.memory),
                newest.isBefore(other.newest) ? other.newest : newest);
    }
}
