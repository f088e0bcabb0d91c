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
 * <p>What an instance gains when it starts isn't growth: its caches fill. If some instance starts in each step, that looks like growth, so the
 * first two steps of an instance that started in the span don't count, unless no instance of the service lives longer than two steps.
 *
 * @param times the ends of the steps of each course
 * @param services how services grow, all sites together; the steepest growth first
 * @param sites how the sites grow that grow or shrink by more than chance makes them; the steepest growth first
 * @param heldBack how many sites don't
 */
public record FleetTrend(List<Instant> times, List<Growth> services, List<Growth> sites, int heldBack) {

    static final int STEPS = 12;

    private static final double MILLIS_IN_HOUR = Duration.ofHours(1).toMillis();

    private static final SiteGrouping SITES = SiteGrouping.byLine(AllocatorFunctions.KNOWN);

    /**
     * The growth of a service or of one of its sites.
     *
     * @param site the site; empty for all of them together
     * @param growing how many instances grow by more than the error of sampling
     * @param instances how many instances count: those with two profiles, and without those that have just started
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
    public static final class Builder {

        /** By instance. */
        private final Map<String, Seen> seen = new HashMap<>();

        private final Map<String, Steps> byService = new TreeMap<>();
        private final List<Instant> times = new ArrayList<>();

        /**
         * Begins with the first profiles.
         *
         * @param first the first profile of each instance in the span
         */
        public Builder(List<InstanceSites> first) {
            first.forEach(this::seen);
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
                seen(each).add(step, each, steps);
            }
        }

        private Seen seen(InstanceSites profile) {
            return seen.computeIfAbsent(profile.instance().id(), any -> new Seen(profile));
        }

        /** The oldest profile of each instance. */
        List<InstanceSites> first() {
            return seen.values().stream().map(each -> each.first).toList();
        }

        /** The newest profile of each instance. */
        List<InstanceSites> last() {
            return seen.values().stream().map(each -> each.last).toList();
        }

        /** What an instance has gained in an hour, all sites together; 0 if it has no two profiles. */
        double perHour(String id) {
            Seen its = seen.get(id);
            if (its == null || !its.whole().isLong()) {
                return 0;
            }
            return its.whole().gain("") / its.whole().hours();
        }

        /** What grows. */
        public FleetTrend trend() {
            Map<String, List<Life>> whole = new TreeMap<>();
            Map<String, List<Life>> settled = new TreeMap<>();
            for (Seen each : seen.values()) {
                addIfLong(whole, each.whole());
                addIfLong(settled, each.settled());
            }
            List<Growth> services = new ArrayList<>();
            List<Growth> all = new ArrayList<>();
            List<Double> least = new ArrayList<>();
            whole.forEach((service, lives) -> {
                Steps steps = byService.getOrDefault(service, new Steps());
                List<Life> its = settled.getOrDefault(service, lives);
                Moves moves = settled.containsKey(service) ? steps.settled : steps.early;
                services.add(new Gains(its, moves, "").growth(service, steps.course("", times.size())));
                for (String site : sites(its)) {
                    Gains gains = new Gains(its, moves, site);
                    all.add(gains.growth(service, steps.course(site, times.size())));
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

        private static void addIfLong(Map<String, List<Life>> byService, Life life) {
            if (life.isLong()) {
                byService
                        .computeIfAbsent(life.last().instance().service(), any -> new ArrayList<>())
                        .add(life);
            }
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

    /** An instance, as its profiles are read. */
    private static final class Seen {

        private final InstanceSites first;
        private InstanceSites last;

        /** Its last profile while it may have been starting: in the first two steps with a profile of it. */
        private InstanceSites afterStart;

        /** What it gained until then; empty once that is decided. */
        private final List<Gain> early = new ArrayList<>();

        private boolean isThereFromBegin;
        private int steps;

        private record Gain(int step, Life life) {}

        Seen(InstanceSites first) {
            this.first = first;
            last = first;
            afterStart = first;
        }

        void add(int step, InstanceSites profile, Steps service) {
            isThereFromBegin |= step == 0;
            steps++;
            Life gain = new Life(last, profile);
            last = profile;
            if (isShort()) {
                afterStart = profile;
                early.add(new Gain(step, gain));
                service.early.add(step, gain);
                return;
            }
            if (isThereFromBegin) {
                early.forEach(each -> service.settled.add(each.step(), each.life()));
            }
            early.clear();
            service.settled.add(step, gain);
        }

        private boolean isShort() {
            return steps <= 2;
        }

        Life whole() {
            return new Life(first, last);
        }

        /** Without its start; of no length if that is all. */
        Life settled() {
            return new Life(isThereFromBegin && !isShort() ? first : afterStart, last);
        }
    }

    /** Two profiles of an instance. */
    private record Life(InstanceSites first, InstanceSites last) {

        boolean isLong() {
            return first.time().isBefore(last.time());
        }

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

    private static void add(Map<String, double[]> bySite, String site, int step, double bytes) {
        bySite.computeIfAbsent(site, any -> new double[STEPS])[step] += bytes;
        bySite.computeIfAbsent("", any -> new double[STEPS])[step] += bytes;
    }

    /** What the instances of a service hold in each step, and what they have gained since the step before. */
    private static final class Steps {

        private final int[] instances = new int[STEPS];
        private final Map<String, double[]> held = new HashMap<>();

        /** Of instances in the first two steps in which they were seen, and of all others. */
        private final Moves early = new Moves();

        private final Moves settled = new Moves();

        void hold(int step, InstanceSites profile) {
            instances[step]++;
            profile.sites().forEach((site, sums) -> add(held, site, step, sums.bytes()));
        }

        List<Double> course(String site, int steps) {
            double[] bytes = held.getOrDefault(site, new double[STEPS]);
            List<Double> course = new ArrayList<>();
            for (int step = 0; step < steps; step++) {
                course.add(instances[step] == 0 ? Double.NaN : bytes[step] / instances[step]);
            }
            return course;
        }
    }

    /** What is gained in each step. */
    private static final class Moves {

        private final double[] hours = new double[STEPS];
        private final Map<String, double[]> gained = new HashMap<>();

        void add(int step, Life life) {
            if (life.isLong()) {
                hours[step] += life.hours();
                life.sites().forEach(site -> FleetTrend.add(gained, site, step, life.gain(site)));
            }
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
        private final Moves moves;
        private final String site;
        private Sums earlier = Sums.NONE;
        private Sums later = Sums.NONE;
        private double hours;
        private double changed;
        private int growing;

        Gains(List<Life> lives, Moves moves, String site) {
            this.lives = lives;
            this.moves = moves;
            this.site = site;
            for (Life life : lives) {
                earlier = earlier.plus(life.earlier(site));
                later = later.plus(life.later(site));
                hours += life.hours();
                changed += Math.abs(life.gain(site));
                growing += difference(life.later(site), life.earlier(site)).low() > 0 ? 1 : 0;
            }
        }

        Growth growth(String service, List<Double> course) {
            int instances = lives.size();
            double gained = later.bytes() - earlier.bytes();
            double perHour = gained / hours;
            double error = Math.sqrt(variance(perHour)) / hours * SiteMean.width(degrees());
            double chance = Double.NaN;
            if (moves.count() > 1) {
                double wandering = Math.max(moves.variance(site, perHour), sampling());
                chance = 2 * StudentT.chanceAbove(Math.abs(gained) / Math.sqrt(wandering), moves.count() - 1);
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
                    course);
        }

        /** The chance that the site would have if all of its samples were gained: of few samples nothing can be concluded. */
        double leastChance() {
            double bytes = earlier.bytes() + later.bytes();
            return moves.count() > 1 ? 2 * StudentT.chanceAbove(Math.sqrt(bytes / weight()), moves.count() - 1) : 1;
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
            return changed * weight();
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
