package io.jemscope.fleet.store;

import java.time.Instant;
import java.util.Map;

/**
 * What one instance holds in one profile.
 *
 * @param time the time of the profile
 * @param memory its memory at that time
 * @param sites the sites at which it holds anything
 */
public record InstanceSites(Instance instance, Instant time, MemoryFigures memory, Map<String, Sums> sites) {

    public InstanceSites {
        sites = Map.copyOf(sites);
    }

    /** What it holds, all sites together. */
    public Sums sums() {
        return sites.values().stream().reduce(Sums.NONE, Sums::plus);
    }

    /** What it holds at a site; {@link Sums#NONE} if nothing. */
    public Sums sums(String site) {
        return sites.getOrDefault(site, Sums.NONE);
    }
}
