package io.jemscope.fleet.question;

import io.jemscope.fleet.store.Population;
import io.jemscope.fleet.store.SiteTotal;
import io.jemscope.fleet.store.Sums;
import io.jemscope.fleet.store.Totals;
import io.jemscope.profile.Difference;
import io.jemscope.profile.Estimate;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.comparison.BenjaminiHochberg;
import io.jemscope.report.comparison.StudentT;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What an instance of a service holds more, or less, than one of another version, or than itself at an earlier time. Figures are means
 * over the instances of each group, see {@link SiteMean}.
 *
 * @param services the services that are in both groups
 * @param changes the sites' changes that are larger than their error, the largest first
 * @param heldBack how many changes aren't
 */
public record FleetDiff(List<Service> services, List<Change> changes, int heldBack) {

    /**
     * A service.
     *
     * @param before how many instances are in the earlier group
     * @param after how many are in the later one
     * @param isSingle whether a group stands for others by a single instance, so that it is unknown how its instances differ
     * @param liveBytes what an instance holds, all sites together
     */
    public record Service(String name, int before, int after, boolean isSingle, Difference liveBytes) {}

    /**
     * A site's change.
     *
     * @param holdersBefore in how many instances of the earlier group the site holds anything
     * @param holdersAfter in how many of the later one
     * @param liveBytes what an instance holds there, on average
     * @param chance how likely the groups differ so by chance
     */
    public record Change(
            String service,
            String site,
            int holdersBefore,
            int holdersAfter,
            int before,
            int after,
            Difference liveBytes,
            double chance) {}

    private static final SiteGrouping SITES = SiteGrouping.byLine(AllocatorFunctions.KNOWN);

    /** A site of a service. */
    private record Key(String service, String site) {}

    /** One group's figures of a site. */
    private record Held(int holders, SiteMean mean) {

        Held plus(Held other) {
            return new Held(holders + other.holders, mean.plus(other.mean));
        }
    }

    /** One group of instances. */
    private record Group(Map<String, Held> services, Map<Key, Held> sites, boolean isWhole) {

        static Group of(Totals totals, Predicate<String> version, boolean isWhole) {
            Map<String, Held> services = new TreeMap<>();
            for (Population each : totals.populations()) {
                if (version.test(each.version())) {
                    SiteMean mean = new SiteMean(each.instances(), each.sums(), each.squares(), isWhole);
                    services.merge(each.service(), new Held(each.instances(), mean), Held::plus);
                }
            }
            Map<Key, Held> sites = new HashMap<>();
            for (SiteTotal each : totals.sites()) {
                if (version.test(each.version())) {
                    SiteMean mean = new SiteMean(each.holders(), each.sums(), each.squares(), isWhole);
                    sites.merge(new Key(each.service(), each.site()), new Held(each.holders(), mean), Held::plus);
                }
            }
            return new Group(services, sites, isWhole);
        }

        SiteMean mean(Key key, int instances) {
            return held(key).mean().among(instances);
        }

        Held held(Key key) {
            Held held = sites.get(key);
            return held == null ? new Held(0, new SiteMean(0, Sums.NONE, 0, isWhole)) : held;
        }
    }

    /**
     * What came with a version.
     *
     * @param totals both groups
     * @param before the versions to compare with
     */
    public static FleetDiff ofVersion(Totals totals, String version, Predicate<String> before) {
        return of(
                Group.of(totals, each -> before.test(each) && !each.equals(version), false),
                Group.of(totals, version::equals, false));
    }

    /**
     * What came between two times.
     *
     * @param before what some instances held
     * @param after what the same ones held later
     */
    public static FleetDiff ofTimes(Totals before, Totals after) {
        return of(Group.of(before, any -> true, true), Group.of(after, any -> true, true));
    }

    private static FleetDiff of(Group before, Group after) {
        List<Service> services = new ArrayList<>();
        List<Change> all = new ArrayList<>();
        for (Map.Entry<String, Held> entry : after.services().entrySet()) {
            Held earlier = before.services().get(entry.getKey());
            if (earlier == null) {
                continue;
            }
            int countBefore = earlier.mean().instances();
            int countAfter = entry.getValue().mean().instances();
            services.add(new Service(
                    entry.getKey(),
                    countBefore,
                    countAfter,
                    !after.isWhole() && (countBefore == 1 || countAfter == 1),
                    new Difference(
                            entry.getValue().mean().bytes(), earlier.mean().bytes())));
            for (Key key : sites(entry.getKey(), before, after)) {
                all.add(change(key, before, countBefore, after, countAfter));
            }
        }
        List<Change> changes = standing(all);
        services.sort(Comparator.comparingDouble(each -> -each.liveBytes().value()));
        changes.sort(
                Comparator.comparingDouble((Change each) -> -each.liveBytes().value())
                        .thenComparing(Change::service)
                        .thenComparing(Change::site));
        return new FleetDiff(services, changes, all.size() - changes.size());
    }

    /** Of hundreds of sites some differ by chance, so more than their ranges decides. */
    private static List<Change> standing(List<Change> all) {
        double[] chances = all.stream().mapToDouble(Change::chance).toArray();
        boolean[] stands = BenjaminiHochberg.standing(chances, new double[chances.length], BenjaminiHochberg.SHARE);
        List<Change> standing = new ArrayList<>();
        for (int i = 0; i < stands.length; i++) {
            Change change = all.get(i);
            if (stands[i] && change.liveBytes().isSure() && !SITES.isPassing(change.site())) {
                standing.add(change);
            }
        }
        return standing;
    }

    private static Set<Key> sites(String service, Group before, Group after) {
        Set<Key> sites = new HashSet<>();
        for (Group group : List.of(before, after)) {
            for (Key key : group.sites().keySet()) {
                if (key.service().equals(service)) {
                    sites.add(key);
                }
            }
        }
        return sites;
    }

    private static Change change(Key key, Group before, int countBefore, Group after, int countAfter) {
        SiteMean earlier = before.mean(key, countBefore);
        SiteMean later = after.mean(key, countAfter);
        Difference bytes = new Difference(mean(later, earlier), mean(earlier, later));
        return new Change(
                key.service(),
                key.site(),
                before.held(key).holders(),
                after.held(key).holders(),
                countBefore,
                countAfter,
                bytes,
                chance(bytes, earlier, later));
    }

    /** Of both tails, by Welch's test with the errors of sampling in it. */
    private static double chance(Difference bytes, SiteMean earlier, SiteMean later) {
        double before = variance(earlier, bytes.earlier());
        double after = variance(later, bytes.later());
        int degrees = earlier.degrees(before, later, after);
        return 2 * StudentT.chanceAbove(Math.abs(bytes.value()) / Math.sqrt(before + after), degrees);
    }

    private static double variance(SiteMean mean, Estimate bytes) {
        // Of nothing sampled, the range says what may be there.
        return bytes.value() > 0 ? mean.variance() : bytes.standardError() * bytes.standardError();
    }

    /** The mean of a group; where nothing of it was sampled, with what one sample of the other group would add to it. */
    private static Estimate mean(SiteMean group, SiteMean other) {
        return group.sums().bytes() > 0
                ? group.bytes()
                : new Estimate(0, 0, other.sums().liveBytes().weight() / group.instances(), 0);
    }
}
