package io.jemscope.fleet.question;

import io.jemscope.fleet.store.InstanceSites;
import io.jemscope.fleet.store.Sums;
import io.jemscope.history.TimeSpan;
import io.jemscope.profile.Difference;
import io.jemscope.profile.Estimate;
import io.jemscope.report.AllocatorFunctions;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.comparison.BenjaminiHochberg;
import io.jemscope.report.comparison.StudentT;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which sites grow across the instances of a service, and how fast: what an instance gains from its first profile in a span to its last
 * one, for each hour between the two.
 *
 * <p>The growth is that of all instances together, divided by their hours together, so an instance counts by the time that it was seen
 * (a ratio estimator, Cochran 1977). Two questions decide whether a site is named:
 *
 * <ul>
 *   <li>Does it grow steadily? Caches that fill once and pools that go up and down gain, too. The gains of all instances in each step
 *       are put to a t test, as {@code trend} does for one process: if they wander, is their mean 0? Of many sites those are named that
 *       stand by Benjamini's and Hochberg's rule.
 *   <li>Does it grow in instances of this service, or just in a few? The error of the growth is that by which the instances' gains
 *       differ from it, widened by Student's t. It must be smaller than the growth. A single instance shows nothing of how instances
 *       differ: its error is that of sampling, as if its two profiles shared no samples.
 * </ul>
 *
 * <p>Two profiles of an instance share the samples of what lives on, and their number is unknown. What was gained or lost can't be shared,
 * so either error is at least that of sampling these bytes.
 *
 * @param times the ends of the steps of each course
 * @param services how services grow, all sites together; the steepest growth first
 * @param sites how the sites grow that grow or shrink by more than chance makes them; the steepest growth first
 * @param heldBack how many sites don't
 */
public record FleetTrend(List<Instant> times, List<Growth> services, List<Growth> sites, int heldBack) {

    private static final int STEPS = 12;

    private static final double MILLIS_IN_HOUR = Duration.ofHours(1).toMillis();

    private static final SiteGrouping SITES = SiteGrouping.byLine(AllocatorFunctions.KNOWN);

    /**
     * The growth of a service or of one of its sites.
     *
     * @param site the site; empty for all of them together
     * @param growing how many instances grow by more than the error of sampling
     * @param instances how many instances have two profiles
     * @param perHour the bytes that an instance gains in an hour; below 0 if it loses them
     * @param hours how long an instance was seen, on average
     * @param last what an instance holds in its last profile, on average
     * @param chance how likely what only wanders grows so; NaN if it is unknown
     * @param course what an instance holds in each step, on average; NaN for a step without a profile
     */
    public record Growth(
            String service,
            String site,
            int growing,
            int instances,
            Estimate perHour,
            double hours,
            double last,
            double chance,
            List<Double> course) {

        /** Whether the growth, or the loss, is larger than its error. */
        boolean isSure() {
            return Math.abs(perHour.value()) > 2 * perHour.standardError();
        }

        /** What an instance has gained while it was seen, on average. */
        double gained() {
            return perHour.value() * hours;
        }
    }

    /**
     * The steps from the first profile to the end of a span, of equal length.
     *
     * @param first the first profile of each instance in the span
     * @return the steps; none if there is no profile
     */
    public static List<TimeSpan> steps(List<InstanceSites> first, Instant until) {
        List<TimeSpan> steps = new ArrayList<>();
        Instant from = first.stream()
                .map(InstanceSites::time)
                .min(Comparator.naturalOrder())
                .orElse(until);
        Duration all = Duration.between(from, until);
        for (int i = 0; i < STEPS && !all.isZero(); i++) {
            steps.add(new TimeSpan(
                    from.plus(all.multipliedBy(i).dividedBy(STEPS)),
                    from.plus(all.multipliedBy(i + 1).dividedBy(STEPS))));
        }
        return steps;
    }

    /** Takes the profiles of a span step by step, so that those of two steps are in memory. */
    public static final class Collector {

        private final Map<String, InstanceSites> first = new HashMap<>();
        private final Map<String, InstanceSites> last = new HashMap<>();
        private final Map<String, Steps> byService = new TreeMap<>();
        private final List<Instant> times = new ArrayList<>();

        /**
         * Begins with the first profiles.
         *
         * @param first the first profile of each instance in the span
         */
        public Collector(List<InstanceSites> first) {
            for (InstanceSites each : first) {
                this.first.put(each.instance().id(), each);
                last.put(each.instance().id(), each);
            }
        }

        /**
         * Adds a step, the earlier ones first.
         *
         * @param until the end of the step
         * @param profiles the newest profile of each instance in it
         */
        public void add(Instant until, List<InstanceSites> profiles) {
            int step = times.size();
            times.add(until);
            for (InstanceSites each : profiles) {
                Steps steps = byService.computeIfAbsent(each.instance().service(), any -> new Steps());
                steps.hold(step, each);
                first.putIfAbsent(each.instance().id(), each);
                InstanceSites before = last.put(each.instance().id(), each);
                if (before != null && before.time().isBefore(each.time())) {
                    steps.gain(step, new Life(before, each));
                }
            }
        }

        /** The oldest profile of each instance. */
        List<InstanceSites> first() {
            return List.copyOf(first.values());
        }

        /** The newest profile of each instance. */
        List<InstanceSites> last() {
            return List.copyOf(last.values());
        }

        /** What an instance has gained in an hour, all sites together; 0 if it has no two profiles. */
        double perHour(String id) {
            InstanceSites end = last.get(id);
            InstanceSites begin = first.get(id);
            if (begin == null || end == null || !begin.time().isBefore(end.time())) {
                return 0;
            }
            Life life = new Life(begin, end);
            return life.gain("") / life.hours();
        }

        /** What grows. */
        public FleetTrend trend() {
            Map<String, List<Life>> lives = new TreeMap<>();
            last.forEach((id, end) -> {
                InstanceSites begin = first.getOrDefault(id, end);
                if (begin.time().isBefore(end.time())) {
                    lives.computeIfAbsent(end.instance().service(), any -> new ArrayList<>())
                            .add(new Life(begin, end));
                }
            });
            List<Growth> services = new ArrayList<>();
            List<Growth> all = new ArrayList<>();
            List<Double> least = new ArrayList<>();
            lives.forEach((service, its) -> {
                Steps steps = byService.getOrDefault(service, new Steps());
                services.add(new Gains(its, steps, "").growth(service, times.size()));
                for (String site : sites(its)) {
                    Gains gains = new Gains(its, steps, site);
                    all.add(gains.growth(service, times.size()));
                    least.add(gains.leastChance());
                }
            });
            List<Growth> standing = standing(all, least);
            Comparator<Growth> steepest = Comparator.comparingDouble(
                            (Growth each) -> -each.perHour().value())
                    .thenComparing(Growth::service)
                    .thenComparing(Growth::site);
            services.sort(steepest);
            standing.sort(steepest);
            return new FleetTrend(List.copyOf(times), services, standing, all.size() - standing.size());
        }

        private static Set<String> sites(List<Life> lives) {
            Set<String> sites = new TreeSet<>();
            for (Life life : lives) {
                sites.addAll(life.sites());
            }
            return sites;
        }

        private static List<Growth> standing(List<Growth> all, List<Double> least) {
            boolean[] stands = BenjaminiHochberg.standing(
                    all.stream().mapToDouble(Growth::chance).toArray(),
                    least.stream().mapToDouble(Double::doubleValue).toArray(),
                    BenjaminiHochberg.SHARE);
            List<Growth> standing = new ArrayList<>();
            for (int i = 0; i < stands.length; i++) {
                Growth growth = all.get(i);
                if (stands[i] && growth.isSure() && !SITES.isPassing(growth.site())) {
                    standing.add(growth);
                }
            }
            return standing;
        }
    }

    /** Two profiles of an instance. */
    private record Life(InstanceSites first, InstanceSites last) {

        double hours() {
            return Duration.between(first.time(), last.time()).toMillis() / MILLIS_IN_HOUR;
        }

        Set<String> sites() {
            Set<String> sites = new HashSet<>(first.sites().keySet());
            sites.addAll(last.sites().keySet());
            return sites;
        }

        Sums earlier(String site) {
            return site.isEmpty() ? first.sums() : first.sums(site);
        }

        Sums later(String site) {
            return site.isEmpty() ? last.sums() : last.sums(site);
        }

        double gain(String site) {
            return later(site).bytes() - earlier(site).bytes();
        }
    }

    /** What the instances of a service hold in each step, and what they have gained since the step before. */
    private static final class Steps {

        private final double[] hours = new double[STEPS];
        private final int[] instances = new int[STEPS];
        private final Map<String, double[]> held = new HashMap<>();
        private final Map<String, double[]> gained = new HashMap<>();

        void hold(int step, InstanceSites profile) {
            instances[step]++;
            profile.sites().forEach((site, sums) -> add(held, site, step, sums.bytes()));
        }

        void gain(int step, Life life) {
            hours[step] += life.hours();
            life.sites().forEach(site -> add(gained, site, step, life.gain(site)));
        }

        private static void add(Map<String, double[]> bySite, String site, int step, double bytes) {
            bySite.computeIfAbsent(site, any -> new double[STEPS])[step] += bytes;
            bySite.computeIfAbsent("", any -> new double[STEPS])[step] += bytes;
        }

        List<Double> course(String site, int steps) {
            double[] bytes = held.getOrDefault(site, new double[STEPS]);
            List<Double> course = new ArrayList<>();
            for (int step = 0; step < steps; step++) {
                course.add(instances[step] == 0 ? Double.NaN : bytes[step] / instances[step]);
            }
            return course;
        }

        /** How many steps have a gain. */
        int count() {
            return (int) Arrays.stream(hours).filter(each -> each > 0).count();
        }

        /** By how much the gains of the steps differ from an even growth: the variance of their sum. */
        double variance(String site, double perHour) {
            double[] gains = gained.getOrDefault(site, new double[STEPS]);
            double squares = 0;
            for (int step = 0; step < STEPS; step++) {
                double beyond = gains[step] - perHour * hours[step];
                squares += beyond * beyond;
            }
            return squares * count() / (count() - 1);
        }
    }

    /** What the instances of a service have gained at a site. */
    private static final class Gains {

        private final List<Life> lives;
        private final Steps steps;
        private final String site;
        private Sums earlier = Sums.NONE;
        private Sums later = Sums.NONE;
        private double hours;
        private double moved;
        private int growing;

        Gains(List<Life> lives, Steps steps, String site) {
            this.lives = lives;
            this.steps = steps;
            this.site = site;
            for (Life life : lives) {
                earlier = earlier.plus(life.earlier(site));
                later = later.plus(life.later(site));
                hours += life.hours();
                moved += Math.abs(life.gain(site));
                growing += difference(life.later(site), life.earlier(site)).low() > 0 ? 1 : 0;
            }
        }

        Growth growth(String service, int count) {
            int instances = lives.size();
            double gained = later.bytes() - earlier.bytes();
            double perHour = gained / hours;
            double error = Math.sqrt(variance(perHour)) / hours * SiteMean.width(degrees());
            double chance = Double.NaN;
            if (steps.count() > 1) {
                double wandering = Math.max(steps.variance(site, perHour), sampling());
                chance = 2 * StudentT.chanceAbove(Math.abs(gained) / Math.sqrt(wandering), steps.count() - 1);
            }
            return new Growth(
                    service,
                    site,
                    growing,
                    instances,
                    new Estimate(perHour, error),
                    hours / instances,
                    later.bytes() / instances,
                    chance,
                    steps.course(site, count));
        }

        /** The chance that the site would have if all of its samples were gained: of few samples nothing can be concluded. */
        double leastChance() {
            double bytes = earlier.bytes() + later.bytes();
            return steps.count() > 1 ? 2 * StudentT.chanceAbove(Math.sqrt(bytes / weight()), steps.count() - 1) : 1;
        }

        private int degrees() {
            return lives.size() < 2 ? SiteMean.MANY : lives.size() - 1;
        }

        /** The variance of the gain by how instances differ. */
        private double variance(double perHour) {
            if (lives.size() < 2) {
                double error = difference(later, earlier).standardError();
                return error * error;
            }
            double squares = 0;
            for (Life life : lives) {
                double beyond = life.gain(site) - perHour * life.hours();
                squares += beyond * beyond;
            }
            return Math.max(squares * lives.size() / (lives.size() - 1), sampling());
        }

        /** The variance of what was gained and lost, which no two profiles share. */
        private double sampling() {
            return moved * weight();
        }

        private double weight() {
            return earlier.plus(later).liveBytes().weight();
        }

        /** As if the two shared no samples. Where one has none, with what one sample of the other would add to it. */
        private static Difference difference(Sums later, Sums earlier) {
            return new Difference(estimate(later, earlier), estimate(earlier, later));
        }

        private static Estimate estimate(Sums sums, Sums other) {
            return sums.bytes() > 0
                    ? sums.liveBytes()
                    : new Estimate(0, 0, other.liveBytes().weight(), 0);
        }
    }
}
