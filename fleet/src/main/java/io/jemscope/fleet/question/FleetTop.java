package io.jemscope.fleet.question;

import io.jemscope.fleet.store.MemoryTotals;
import io.jemscope.fleet.store.Population;
import io.jemscope.fleet.store.SiteTotal;
import io.jemscope.fleet.store.Sums;
import io.jemscope.fleet.store.Totals;
import io.jemscope.profile.Estimate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which services and sites hold most: what all their instances hold together, with the error of sampling.
 *
 * @param services the services, that which holds most first
 * @param sites the sites of each service, that which holds most first
 */
public record FleetTop(List<Service> services, List<Site> sites) {

    /** The time of the newest profile. */
    Instant newest() {
        return services.stream()
                .map(Service::newest)
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
    }

    /**
     * A service.
     *
     * @param versions its versions, in the order of their names
     * @param memory its instances' memory, as far as it is known
     * @param newest the time of its newest profile
     */
    public record Service(
            String name,
            List<String> versions,
            int instances,
            Estimate liveBytes,
            double objects,
            MemoryTotals memory,
            Instant newest) {

        /** How much of the resident memory the profiles explain; NaN if unknown. */
        double explained() {
            return memory.residentBytes() > 0 ? memory.liveBytes() / memory.residentBytes() : Double.NaN;
        }

        /** How much of its limit the instance has used that is nearest to it; NaN if no limit is known. */
        double limitShare() {
            return memory.nearest() == null
                    ? Double.NaN
                    : memory.nearest().memory().limitShare();
        }
    }

    /**
     * A site of a service.
     *
     * @param holders in how many instances it holds anything
     * @param instances how many instances the service has
     */
    public record Site(String service, String name, int holders, int instances, Estimate liveBytes, double objects) {}

    /** Adds up the versions of each service. */
    public static FleetTop of(Totals totals) {
        Map<String, List<Population>> byService = new TreeMap<>();
        for (Population population : totals.populations()) {
            byService
                    .computeIfAbsent(population.service(), any -> new ArrayList<>())
                    .add(population);
        }
        List<Service> services = new ArrayList<>();
        Map<String, Integer> instances = new TreeMap<>();
        byService.forEach((name, populations) -> {
            Service service = service(name, populations);
            services.add(service);
            instances.put(name, service.instances());
        });
        services.sort(
                Comparator.comparingDouble((Service each) -> -each.liveBytes().value())
                        .thenComparing(Service::name));
        return new FleetTop(services, sites(totals, instances));
    }

    private static Service service(String name, List<Population> populations) {
        TreeSet<String> versions = new TreeSet<>();
        int instances = 0;
        Sums sums = Sums.NONE;
        MemoryTotals memory = MemoryTotals.UNKNOWN;
        Instant newest = Instant.MIN;
        for (Population population : populations) {
            versions.add(population.version());
            instances += population.instances();
            sums = sums.plus(population.sums());
            memory = memory.plus(population.memory());
            newest = population.newest().isAfter(newest) ? population.newest() : newest;
        }
        return new Service(name, List.copyOf(versions), instances, sums.liveBytes(), sums.objects(), memory, newest);
    }

    private static List<Site> sites(Totals totals, Map<String, Integer> instances) {
        record Key(String service, String site) {}
        record Held(int holders, Sums sums) {
            Held plus(Held other) {
                return new Held(holders + other.holders, sums.plus(other.sums));
            }
        }
        Map<Key, Held> bySite = new HashMap<>();
        for (SiteTotal site : totals.sites()) {
            bySite.merge(new Key(site.service(), site.site()), new Held(site.holders(), site.sums()), Held::plus);
        }
        List<Site> sites = new ArrayList<>();
        bySite.forEach((key, held) -> sites.add(new Site(
                key.service(),
                key.site(),
                held.holders(),
                instances.getOrDefault(key.service(), 0),
                held.sums().liveBytes(),
                held.sums().objects())));
        sites.sort(Comparator.comparingDouble((Site each) -> -each.liveBytes().value())
                .thenComparing(Site::service)
                .thenComparing(Site::name));
        return sites;
    }
}
