package io.jemscope.report.trend;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.ProcessRun;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.report.Callers;
import io.jemscope.report.SiteGrouping;
import io.jemscope.report.SiteIndex;
import io.jemscope.report.comparison.BenjaminiHochberg;
import io.jemscope.report.comparison.ChangeTest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The dumps of one run of a program. */
final class RunSeries {

    /** So many standard errors a slope must have; five dumps or more tell their own scatter. */
    private static final double SURE = 2;

    /** The share of what the line gains that the last dump must have over the first one. */
    private static final double LEAST_KEPT = 0.5;

    /** What is listed by its slope. */
    private static final Set<Trend.Course> SLOPES =
            EnumSet.of(Trend.Course.RISING, Trend.Course.FALLING, Trend.Course.UNCERTAIN);

    private final List<Instant> times = new ArrayList<>();
    private final List<Integer> numbers = new ArrayList<>();
    private final BitSet timesOfFiles = new BitSet();
    private final List<Integer> places = new ArrayList<>();
    private final List<SampleRate> rates = new ArrayList<>();
    private final Map<String, SiteSeries> bySite = new LinkedHashMap<>();
    private final SiteSeries all = new SiteSeries();

    /** Takes a dump, the profile of that number among all that are collected. */
    void add(int number, TimedProfile timed, SampleType measure, SiteGrouping sites) {
        int dump = times.size();
        numbers.add(number);
        SampleRate rate = timed.profile().rate();
        times.add(timed.time());
        timed.place().ifPresent(places::add);
        rates.add(rate);
        timesOfFiles.set(dump, timed.isTimeOfFile());
        SiteIndex names = sites.in(timed.profile());
        for (int i = 0; i < timed.profile().samples().size(); i++) {
            Amount amount = measure.amount(timed.profile().samples().get(i));
            if (amount.isNone()) {
                continue;
            }
            all.add(dump, amount, rate);
            for (String site : names.of(i)) {
                SiteSeries series = bySite.computeIfAbsent(site, any -> new SiteSeries());
                series.add(dump, amount, rate);
                String caller = names.caller(i);
                if (caller != null) {
                    series.addCaller(caller, dump, amount, rate);
                }
            }
        }
    }

    Trend trend(ProcessRun run, SampleType measure, SiteGrouping sites) {
        int[] order = order();
        List<Instant> inOrder = timesInOrder(order);
        boolean contradicted = !inOrder.equals(times);
        // The slope takes the dumps' figures as they came: only the rows are put in order.
        Slope slope = Slope.of(inOrder, rates, order);
        Duration lasted = Duration.between(inOrder.get(order[0]), inOrder.get(order[order.length - 1]));
        double hours = lasted.toNanos() / (double) Duration.ofHours(1).toNanos();
        List<Trend.Row> rows = rows(slope, bySite, order, hours, measure, sites);
        rows.sort((one, other) -> {
            int bySlope = Double.compare(other.perHour().value(), one.perHour().value());
            return bySlope != 0 ? bySlope : one.site().compareTo(other.site());
        });
        Trend.Row total =
                rows(slope, Map.of("all", all), order, hours, measure, sites).get(0);
        List<Instant> ordered = new ArrayList<>();
        List<Integer> dumps = new ArrayList<>();
        for (int dump : order) {
            ordered.add(inOrder.get(dump));
            dumps.add(numbers.get(dump));
        }
        return new Trend(
                run,
                ordered,
                dumps,
                timesOfFiles.cardinality(),
                contradicted,
                rows,
                total,
                measure,
                sites,
                slope.isJudged());
    }

    /** By number where a dump doesn't tell its time; by time where all tell it, and where what they tell contradicts. */
    private int[] order() {
        int[] byTime = order(Comparator.comparing(times::get));
        if (timesOfFiles.isEmpty() || places.size() < times.size()) {
            return byTime;
        }
        int[] byPlace = order(Comparator.comparing(places::get));
        Instant last = Instant.MIN;
        for (int dump : byPlace) {
            if (!timesOfFiles.get(dump)) {
                if (times.get(dump).isBefore(last)) {
                    return byTime;
                }
                last = times.get(dump);
            }
        }
        return byPlace;
    }

    private int[] order(Comparator<Integer> by) {
        return IntStream.range(0, times.size())
                .boxed()
                .sorted(by)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /**
     * The times by dump, so that none comes before its predecessor's. Where the times of files contradict the order, they
     * at best tell how long all of it took: the first of these dumps gets the first of their times, the second the second
     * one, and so on, none of them beyond the times that the dumps around tell themselves.
     */
    private List<Instant> timesInOrder(int[] order) {
        List<Instant> ofFiles = new ArrayList<>();
        for (int dump : order) {
            if (timesOfFiles.get(dump)) {
                ofFiles.add(times.get(dump));
            }
        }
        Collections.sort(ofFiles);
        List<Instant> inOrder = new ArrayList<>(times);
        Instant last = Instant.MIN;
        int next = 0;
        for (int dump : order) {
            if (timesOfFiles.get(dump)) {
                Instant time = ofFiles.get(next++);
                inOrder.set(dump, time.isBefore(last) ? last : time);
            }
            last = inOrder.get(dump);
        }
        for (int i = order.length - 2; i >= 0; i--) {
            Instant after = inOrder.get(order[i + 1]);
            if (inOrder.get(order[i]).isAfter(after)) {
                inOrder.set(order[i], after);
            }
        }
        return inOrder;
    }

    private List<Trend.Row> rows(
            Slope slope,
            Map<String, SiteSeries> series,
            int[] order,
            double hours,
            SampleType measure,
            SiteGrouping naming) {
        List<SiteSeries> sites = List.copyOf(series.values());
        boolean bytes = measure.isBytes();
        double[] rise = each(slope, sites, bytes, ChangeTest::chanceOfGrowth);
        double[] fall = each(slope, sites, bytes, ChangeTest::chanceOfShrinkage);
        double[] leastRise = each(slope, sites, bytes, ChangeTest::leastChanceOfGrowth);
        double[] leastFall = each(slope, sites, bytes, ChangeTest::leastChanceOfShrinkage);
        boolean[] rose = BenjaminiHochberg.standing(rise, leastRise, BenjaminiHochberg.SHARE);
        boolean[] fell = BenjaminiHochberg.standing(fall, leastFall, BenjaminiHochberg.SHARE);
        double[] driftUp = new double[rise.length];
        double[] driftDown = new double[rise.length];
        for (int i = 0; i < rise.length; i++) {
            double[] figures = figures(sites.get(i), order, bytes);
            driftUp[i] = Drift.chanceOfRise(slope.hours(order), figures);
            driftDown[i] = Drift.chanceOfFall(slope.hours(order), figures);
        }
        boolean[] steadyUp = steady(slope, rise, leastRise, driftUp);
        boolean[] steadyDown = steady(slope, fall, leastFall, driftDown);
        List<Trend.Row> rows = new ArrayList<>(sites.size());
        for (String site : series.keySet()) {
            int i = rows.size();
            double[] figures = figures(sites.get(i), order, bytes);
            Estimate perHour = slope.perHour(sites.get(i), bytes);
            double gained = figures[figures.length - 1] - figures[0];
            boolean falls = perHour.value() < 0;
            Trend.Course course = naming.isPassing(site)
                    ? Trend.Course.PASSING
                    : course(
                            perHour,
                            rose[i] || fell[i] || !slope.isJudged(),
                            gained / (perHour.value() * hours) >= LEAST_KEPT,
                            falls ? steadyDown[i] : steadyUp[i]);
            List<String> callers =
                    callers(sites.get(i), course, perHour.value(), slope, order[order.length - 1], bytes);
            rows.add(new Trend.Row(
                    site,
                    Arrays.stream(figures).boxed().toList(),
                    perHour,
                    falls ? fall[i] : rise[i],
                    falls ? driftDown[i] : driftUp[i],
                    course,
                    callers));
        }
        return rows;
    }

    /** The application's frames above a site: of a slope those that are steepest first, else those that hold most. */
    private static List<String> callers(
            SiteSeries site, Trend.Course course, double perHour, Slope slope, int last, boolean bytes) {
        boolean isSlope = SLOPES.contains(course);
        Callers callers = new Callers();
        for (Map.Entry<String, SiteSeries> caller : site.byCaller().entrySet()) {
            SiteSeries series = caller.getValue();
            callers.add(caller.getKey(), isSlope ? slope.perHour(series, bytes).value() : series.figure(last, bytes));
        }
        return isSlope && perHour < 0 ? callers.smallestFirst() : callers.largestFirst();
    }

    private static double[] figures(SiteSeries site, int[] order, boolean bytes) {
        return Arrays.stream(order)
                .mapToDouble(dump -> site.figure(dump, bytes))
                .toArray();
    }

    /**
     * Which sites move more steadily than ups and downs do. Of many sites some do by chance, so their number counts here as
     * it does for sampling noise.
     */
    private static boolean[] steady(Slope slope, double[] chances, double[] leastChances, double[] drift) {
        double[] both = new double[chances.length];
        for (int i = 0; i < both.length; i++) {
            both[i] = Math.max(chances[i], drift[i]);
        }
        boolean[] steady = BenjaminiHochberg.standing(both, leastChances, BenjaminiHochberg.SHARE);
        for (int i = 0; i < steady.length; i++) {
            steady[i] = (steady[i] || !slope.isJudged()) && drift[i] <= Drift.LEVEL;
        }
        return steady;
    }

    private static Trend.Course course(Estimate perHour, boolean beyondNoise, boolean kept, boolean steady) {
        if (perHour.value() == 0) {
            return Trend.Course.STILL;
        }
        if (!beyondNoise) {
            return Trend.Course.NOISE;
        }
        if (!kept || Math.abs(perHour.value()) < SURE * perHour.standardError()) {
            return Trend.Course.UNSTEADY;
        }
        if (!steady) {
            return Trend.Course.UNCERTAIN;
        }
        return perHour.value() > 0 ? Trend.Course.RISING : Trend.Course.FALLING;
    }

    /** As in a comparison, objects must hold by their bytes, too. */
    private static double[] each(
            Slope slope, List<SiteSeries> sites, boolean bytes, ToDoubleFunction<ChangeTest> chance) {
        double[] chances = new double[sites.size()];
        for (int i = 0; i < chances.length; i++) {
            double ofBytes = chance.applyAsDouble(slope.contrast(sites.get(i), true));
            chances[i] = bytes ? ofBytes : Math.max(ofBytes, chance.applyAsDouble(slope.contrast(sites.get(i), false)));
        }
        return chances;
    }
}
