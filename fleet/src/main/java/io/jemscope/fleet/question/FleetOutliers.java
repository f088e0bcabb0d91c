package io.jemscope.fleet.question;

import io.jemscope.fleet.store.Instance;
import io.jemscope.fleet.store.InstanceSites;
import io.jemscope.fleet.store.Sums;
import io.jemscope.profile.Difference;
import io.jemscope.profile.Estimate;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.comparison.BenjaminiHochberg;
import io.jemscope.report.comparison.IncompleteBeta;
import io.jemscope.report.comparison.StudentT;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Which instances hold more than their siblings, the other instances of the same service and version, and where.
 *
 * <p>An instance stands out, with all it holds or at a site, if it passes two tests against the siblings that hold less:
 *
 * <ul>
 *   <li>Student's t test of one figure against the others, by their logarithms, since caches are filled to different degrees. The siblings'
 *       scatter is at least that of sampling.
 *   <li>The binomial test of its share of all samples.
 * </ul>
 *
 * <p>Up to a quarter of the instances may stand out together: then each is held against those below, and its chance is multiplied by how
 * many such groups there are. Of all instances, and of all their sites, those are named that stand by Benjamini's and Hochberg's rule.
 *
 * @param named the instances that stand out, the one that holds most beyond its siblings first; or the one that was asked for
 * @param compared how many instances have two siblings or more
 */
public record FleetOutliers(List<Compared> named, int compared) {

    /** Of two figures the scatter of one about the other is known. */
    private static final int FEWEST = 3;

    /** A site that has less of what an instance holds beyond its siblings doesn't explain it. */
    private static final double LEAST_SHARE = 0.1;

    private static final SiteGrouping SITES = SiteGrouping.byLine(AllocatorFunctions.KNOWN);

    /**
     * An instance against its siblings.
     *
     * @param siblings how many it has
     * @param liveBytes what it holds, and what a sibling holds on average
     * @param standsOut whether it holds more by more than chance makes it
     * @param sites the sites at which it stands out, or which explain why it does; of an instance that was asked for, all. The largest
     *     difference comes first
     */
    public record Compared(Instance instance, int siblings, Difference liveBytes, boolean standsOut, List<Site> sites) {

        /** Whether it stands out, with all it holds or at a site. */
        public boolean isOutlier() {
            return standsOut || sites.stream().anyMatch(Site::standsOut);
        }
    }

    /**
     * A site of an instance.
     *
     * @param liveBytes what the instance holds there, and what a sibling holds on average
     */
    public record Site(String site, Difference liveBytes, boolean standsOut) {}

    /** The figure of an instance and its chance; the site is empty for all of them together. */
    private record Tested(Instance instance, String site, double chance, double leastChance) {

        boolean isOf(InstanceSites profile) {
            return profile.instance().equals(instance);
        }
    }

    /**
     * Compares instances.
     *
     * @param profiles a profile of each instance
     */
    public static FleetOutliers of(List<InstanceSites> profiles) {
        return of(profiles, any -> false);
    }

    /** The same of one instance alone, whether or not it stands out. */
    public static FleetOutliers of(List<InstanceSites> profiles, Instance instance) {
        FleetOutliers all = of(profiles, instance::equals);
        return new FleetOutliers(
                all.named().stream()
                        .filter(each -> each.instance().equals(instance))
                        .toList(),
                all.compared());
    }

    private static FleetOutliers of(List<InstanceSites> profiles, Predicate<Instance> asked) {
        TreeMap<String, Group> groups = new TreeMap<>();
        for (InstanceSites each : profiles) {
            String key = each.instance().service() + "\n" + each.instance().version();
            groups.computeIfAbsent(key, any -> new Group(new ArrayList<>()))
                    .instances()
                    .add(each);
        }
        groups.values().removeIf(group -> group.instances().size() < FEWEST);
        List<Tested> totals = new ArrayList<>();
        List<Tested> sites = new ArrayList<>();
        int compared = 0;
        for (Group group : groups.values()) {
            compared += group.instances().size();
            totals.addAll(group.test(""));
            for (String site : group.sites()) {
                if (!SITES.isPassing(site)) {
                    sites.addAll(group.test(site));
                }
            }
        }
        List<Tested> atSites = standing(sites);
        List<Tested> inAll = standing(totals);
        List<Compared> named = new ArrayList<>();
        for (Group group : groups.values()) {
            for (InstanceSites each : group.instances()) {
                Set<String> its = new TreeSet<>();
                atSites.stream().filter(test -> test.isOf(each)).forEach(test -> its.add(test.site()));
                boolean standsOut = inAll.stream().anyMatch(test -> test.isOf(each));
                boolean isAsked = asked.test(each.instance());
                if (standsOut || isAsked || !its.isEmpty()) {
                    named.add(group.compare(each, standsOut, its, isAsked));
                }
            }
        }
        named.sort(
                Comparator.comparingDouble((Compared each) -> -each.liveBytes().value()));
        return new FleetOutliers(named, compared);
    }

    private static List<Tested> standing(List<Tested> tests) {
        boolean[] stands = BenjaminiHochberg.standing(
                tests.stream().mapToDouble(Tested::chance).toArray(),
                tests.stream().mapToDouble(Tested::leastChance).toArray(),
                BenjaminiHochberg.SHARE);
        List<Tested> standing = new ArrayList<>();
        for (int i = 0; i < stands.length; i++) {
            if (stands[i]) {
                standing.add(tests.get(i));
            }
        }
        return standing;
    }

    /** The instances of a version. */
    private record Group(List<InstanceSites> instances) {

        Set<String> sites() {
            Set<String> sites = new TreeSet<>();
            instances.forEach(each -> sites.addAll(each.sites().keySet()));
            return sites;
        }

        private static Sums held(InstanceSites instance, String site) {
            return site.isEmpty() ? instance.sums() : instance.sums(site);
        }

        List<Tested> test(String site) {
            int count = instances.size();
            List<InstanceSites> most = new ArrayList<>(instances);
            most.sort(Comparator.comparingDouble(each -> -held(each, site).bytes()));
            Sums all = most.stream().map(each -> held(each, site)).reduce(Sums.NONE, Sums::plus);
            double sample = all.liveBytes().weight();
            double[] bytes =
                    most.stream().mapToDouble(each -> held(each, site).bytes()).toArray();
            double[] chances = new double[count];
            Arrays.fill(chances, 1);
            double groups = 1;
            double least = 1;
            for (int above = 1; above <= Math.max(1, count / 4); above++) {
                chances[above - 1] = groups * chance(bytes, above, sample);
                groups *= (double) (count - above) / (above + 1);
            }
            List<Tested> tests = new ArrayList<>();
            for (int i = count - 1; i >= 0; i--) {
                // Those above it stand out at least as far.
                least = Math.min(least, chances[i]);
                double leastChance = Math.pow(1.0 / count, all.bytes() / sample);
                tests.add(new Tested(most.get(i).instance(), site, least, leastChance));
            }
            return tests;
        }

        /**
         * How likely the last one of some instances is that far above all others by chance.
         *
         * @param bytes what each instance holds, in descending order
         * @param above how many instances stand above the others
         * @param sample what a sample stands for
         */
        private static double chance(double[] bytes, int above, double sample) {
            int others = bytes.length - above;
            double mean = 0;
            double held = 0;
            for (int i = above; i < bytes.length; i++) {
                mean += Math.log(bytes[i] + sample) / others;
                held += bytes[i];
            }
            double squares = 0;
            for (int i = above; i < bytes.length; i++) {
                double beyond = Math.log(bytes[i] + sample) - mean;
                squares += beyond * beyond;
            }
            // By the logarithm of a count of samples that has a Poisson distribution, and one more.
            double samples = held / others / sample;
            double sampling = samples / (1 + samples) / (1 + samples);
            double variance = Math.max(squares / (others - 1), sampling) * (1 + 1.0 / others);
            double own = bytes[above - 1];
            double byScatter = StudentT.chanceAbove((Math.log(own + sample) - mean) / Math.sqrt(variance), others - 1);
            double share = 1.0 / (others + 1);
            double bySampling = own > 0 ? IncompleteBeta.of(share, 1 - share, own / sample, held / sample + 1) : 1;
            return Math.max(byScatter, bySampling);
        }

        Compared compare(InstanceSites instance, boolean standsOut, Set<String> its, boolean withAll) {
            Difference all = difference(instance, "");
            List<Site> compared = new ArrayList<>();
            for (String site : sites()) {
                Difference bytes = difference(instance, site);
                boolean explains = standsOut && bytes.low() > 0 && bytes.value() >= LEAST_SHARE * all.value();
                if (withAll || explains || its.contains(site)) {
                    compared.add(new Site(site, bytes, explains || its.contains(site)));
                }
            }
            compared.sort(
                    Comparator.comparingDouble((Site each) -> -each.liveBytes().value())
                            .thenComparing(Site::site));
            return new Compared(instance.instance(), instances.size() - 1, all, standsOut, compared);
        }

        private Difference difference(InstanceSites instance, String site) {
            SiteMean siblings = new SiteMean(0, Sums.NONE, 0, false);
            for (InstanceSites each : instances) {
                if (!each.instance().equals(instance.instance())) {
                    Sums sums = held(each, site);
                    siblings = siblings.plus(new SiteMean(1, sums, sums.bytes() * sums.bytes(), false));
                }
            }
            Sums own = held(instance, site);
            return new Difference(
                    orUnseen(own.liveBytes(), siblings.sums(), 1),
                    orUnseen(siblings.bytes(), own, siblings.instances()));
        }

        /** Where nothing was sampled, with what one sample of the other side would add. */
        private static Estimate orUnseen(Estimate bytes, Sums other, int instances) {
            return bytes.value() > 0
                    ? bytes
                    : new Estimate(0, 0, other.liveBytes().weight() / instances, 0);
        }
    }
}
