package io.jemscope.fleet.store;

import java.util.List;

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
}
