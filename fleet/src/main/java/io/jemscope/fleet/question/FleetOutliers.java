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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * <p>Up to a quarter of the instances, and always one, may stand out: each is tested against those below it (Rosner 1983). Of all
 * instances, and of all their sites, those are named that stand by Benjamini's and Hochberg's rule, which allows for how many instances one
 * was the largest of.
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
    private record Tested(Instance instance, String site, double chance, double leastChance) {}

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
        Map<String, Set<String>> standing = new HashMap<>();
        for (List<Tested> tests : List.of(totals, sites)) {
            standing(tests)
                    .forEach(test -> standing.computeIfAbsent(test.instance().id(), any -> new TreeSet<>())
                            .add(test.site()));
        }
        List<Compared> named = new ArrayList<>();
        groups.values().forEach(group -> named.addAll(group.compare(standing, asked)));
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

    /**
     * An instance of a group that is compared.
     *
     * @param standing the sites of it that stand; empty text for all sites together
     * @param sites as they are added
     */
    private record Row(
            int number,
            InstanceSites profile,
            Difference all,
            Set<String> standing,
            boolean isAsked,
            List<Site> sites) {

        void add(String site, Difference bytes) {
            boolean explains = standing.contains("") && bytes.low() > 0 && bytes.value() >= LEAST_SHARE * all.value();
            boolean stands = explains || standing.contains(site);
            if (stands || isAsked) {
                sites.add(new Site(site, bytes, stands));
            }
        }

        Compared compared(int siblings) {
            List<Site> largest = sites.stream()
                    .sorted(Comparator.comparingDouble(
                                    (Site each) -> -each.liveBytes().value())
                            .thenComparing(Site::site))
                    .toList();
            return new Compared(profile.instance(), siblings, all, standing.contains(""), largest);
        }
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
            record Of(Instance instance, Sums held) {}
            int count = instances.size();
            List<Of> most = new ArrayList<>();
            instances.forEach(each -> most.add(new Of(each.instance(), held(each, site))));
            most.sort(Comparator.comparingDouble(each -> -each.held().bytes()));
            Sums all = most.stream().map(Of::held).reduce(Sums.NONE, Sums::plus);
            double sample = all.liveBytes().weight();
            double[] chances = chances(
                    most.stream().mapToDouble(each -> each.held().bytes()).toArray(), sample);
            double leastChance = Math.pow(1.0 / count, all.bytes() / sample);
            double least = 1;
            List<Tested> tests = new ArrayList<>();
            for (int i = count - 1; i >= 0; i--) {
                // Those above it stand out at least as far.
                least = Math.min(least, chances[i]);
                tests.add(new Tested(most.get(i).instance(), site, least, leastChance));
            }
            return tests;
        }

        /**
         * How likely each instance is that far above those below it by chance.
         *
         * @param bytes what each instance holds, in descending order
         * @param sample what a sample stands for
         * @return the chances, 1 for those that can't stand out
         */
        private static double[] chances(double[] bytes, double sample) {
            int count = bytes.length;
            int most = Math.max(1, count / 4);
            double[] chances = new double[count];
            Arrays.fill(chances, 1);
            double mean = 0;
            double squares = 0;
            double held = 0;
            // From the end, so that each step adds one to the others (Welford 1962).
            for (int above = count - 1; above > 0; above--) {
                int others = count - above;
                double beyond = Math.log(bytes[above] + sample) - mean;
                mean += beyond / others;
                squares += beyond * (Math.log(bytes[above] + sample) - mean);
                held += bytes[above];
                if (above <= most) {
                    chances[above - 1] = chance(bytes[above - 1], others, mean, squares, held, sample);
                }
            }
            return chances;
        }

        /**
         * How likely an instance is that far above others by chance.
         *
         * @param own what it holds
         * @param mean of the logarithms of what the others hold, with a sample more
         * @param squares the sum of the squares of the distances from that mean
         * @param held what the others hold together
         */
        private static double chance(double own, int others, double mean, double squares, double held, double sample) {
            // By the logarithm of a count of samples that has a Poisson distribution, and one more.
            double samples = held / others / sample;
            double sampling = samples / (1 + samples) / (1 + samples);
            double variance = Math.max(squares / (others - 1), sampling) * (1 + 1.0 / others);
            double byScatter = StudentT.chanceAbove((Math.log(own + sample) - mean) / Math.sqrt(variance), others - 1);
            double share = 1.0 / (others + 1);
            double bySampling = own > 0 ? IncompleteBeta.of(share, 1 - share, own / sample, held / sample + 1) : 1;
            return Math.max(byScatter, bySampling);
        }

        /**
         * Compares the outliers, and the instance of the question, with their siblings.
         *
         * @param standing the sites of each instance that stand; empty text for all sites together
         */
        List<Compared> compare(Map<String, Set<String>> standing, Predicate<Instance> asked) {
            SiteMean[] inAll = siblings("");
            List<Row> rows = new ArrayList<>();
            for (int i = 0; i < instances.size(); i++) {
                InstanceSites each = instances.get(i);
                Set<String> its = standing.getOrDefault(each.instance().id(), Set.of());
                boolean isAsked = asked.test(each.instance());
                if (isAsked || !its.isEmpty()) {
                    rows.add(new Row(i, each, difference(each, "", inAll[i]), its, isAsked, new ArrayList<>()));
                }
            }
            for (String site : rows.isEmpty() ? Set.<String>of() : sites()) {
                SiteMean[] siblings = siblings(site);
                rows.forEach(row -> row.add(site, difference(row.profile(), site, siblings[row.number()])));
            }
            return rows.stream().map(row -> row.compared(instances.size() - 1)).toList();
        }

        /**
         * What the siblings of each instance hold: those before it and those behind it. Its own bytes aren't subtracted from the sum of all,
         * since rounding would leave some where the siblings hold nothing.
         */
        private SiteMean[] siblings(String site) {
            SiteMean[] siblings = new SiteMean[instances.size()];
            SiteMean before = new SiteMean(0, Sums.NONE, 0, false);
            SiteMean behind = before;
            for (int i = 0; i < siblings.length; i++) {
                siblings[i] = before;
                before = before.plus(single(i, site));
            }
            for (int i = siblings.length - 1; i >= 0; i--) {
                siblings[i] = siblings[i].plus(behind);
                behind = behind.plus(single(i, site));
            }
            return siblings;
        }

        private static Difference difference(InstanceSites profile, String site, SiteMean siblings) {
            Sums own = held(profile, site);
            return new Difference(
                    orUnseen(own.liveBytes(), siblings.sums(), 1),
                    orUnseen(siblings.bytes(), own, siblings.instances()));
        }

        private SiteMean single(int i, String site) {
            Sums sums = held(instances.get(i), site);
            return new SiteMean(1, sums, sums.bytes() * sums.bytes(), false);
        }

        /** Where nothing was sampled, with what one sample of the other side would add. */
        private static Estimate orUnseen(Estimate bytes, Sums other, int instances) {
            return bytes.value() > 0
                    ? bytes
                    : new Estimate(0, 0, other.liveBytes().weight() / instances, 0);
        }
    }
}
