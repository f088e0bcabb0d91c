package io.jemscope.fleet.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a fleet holds: the newest profile of each instance, added up.
 *
 * @param populations the versions of each service, in no order
 * @param sites the sites of each version of each service, in no order
 */
public record Totals(List<Population> populations, List<SiteTotal> sites) {

    public Totals {
        populations = List.copyOf(populations);
        sites = List.copyOf(sites);
    }

    /** Adds up the profiles of instances, as a store does by itself where only the sums are needed. */
    public static Totals of(List<InstanceSites> profiles) {
        Map<List<String>, Population> populations = new HashMap<>();
        Map<List<String>, SiteTotal> sites = new HashMap<>();
        for (InstanceSites profile : profiles) {
            String service = profile.instance().service();
            String version = profile.instance().version();
            Sums all = profile.sums();
            populations.merge(
                    List.of(service, version),
                    new Population(
                            service,
                            version,
                            1,
                            all,
                            all.bytes() * all.bytes(),
                            MemoryTotals.of(profile),
                            profile.time()),
                    Population::plus);
            profile.sites()
                    .forEach((site, sums) -> sites.merge(
                            List.of(service, version, site),
                            new SiteTotal(service, version, site, 1, sums, sums.bytes() * sums.bytes()),
                            SiteTotal::plus));
        }
        return new Totals(List.copyOf(populations.values()), List.copyOf(sites.values()));
    }
}
