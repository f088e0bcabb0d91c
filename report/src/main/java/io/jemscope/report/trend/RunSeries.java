package io.jemscope.report.trend;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.Measure;
import io.jemscope.profile.SampleRate;
import io.jemscope.report.ProcessRun;
import io.jemscope.report.SiteNames;
import io.jemscope.report.Sites;
import io.jemscope.report.comparison.Contrast;
import io.jemscope.report.comparison.FalseDiscoveries;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The dumps of one run of a program. */
final class RunSeries {

    /** So many standard errors a slope must have; five dumps or more tell their own scatter. */
    private static final double SURE = 2;

    /** The share of what the line gains that the last dump must have over the first one. */
    private static final double LEAST_KEPT = 0.5;

    private final List<Instant> times = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>();
    private final List<SampleRate> rates = new ArrayList<>();
    private final Map<String, SiteSeries> bySite = new LinkedHashMap<>();
    private final SiteSeries all = new SiteSeries();
    private int timesOfFiles;

    void add(TimedProfile timed, Measure measure, Sites sites) {
        int dump = times.size();
        SampleRate rate = timed.profile().rate();
        times.add(timed.time());
        timed.place().ifPresent(places::add);
        rates.add(rate);
        timesOfFiles += timed.isTimeOfFile() ? 1 : 0;
        SiteNames names = sites.in(timed.profile());
        for (int i = 0; i < timed.profile().samples().size(); i++) {
            Amount amount = measure.amount(timed.profile().samples().get(i));
            if (amount.isNone()) {
                continue;
            }
            all.add(dump, amount, rate);
            for (String site : names.of(i)) {
                bySite.computeIfAbsent(site, any -> new SiteSeries()).add(dump, amount, rate);
            }
        }
    }

    Trend trend(ProcessRun run, Measure measure, Sites sites) {
        boolean numbered = timesOfFiles > 0 && places.size() == times.size();
        int[] byTime = order(Comparator.comparing(times::get));
        int[] order = numbered ? order(Comparator.comparing(places::get)) : byTime;
        boolean contradicted = numbered && putTimesInOrder(order, byTime);
        // The slope takes the dumps' figures as they came: only the rows are put in order.
        Slope slope = Slope.of(times, rates, order);
        List<Trend.Row> rows = rows(slope, bySite, order, measure, sites);
        rows.sort((one, other) -> {
            int bySlope = Double.compare(other.perHour().value(), one.perHour().value());
            return bySlope != 0 ? bySlope : one.site().compareTo(other.site());
        });
        Trend.Row total = rows(slope, Map.of("all", all), order, measure, sites).get(0);
        List<Instant> ordered = new ArrayList<>();
        for (int dump : order) {
            ordered.add(times.get(dump));
        }
        return new Trend(run, ordered, timesOfFiles, contradicted, rows, total, measure, sites, slope.isJudged());
    }

    private int[] order(Comparator<Integer> by) {
        return IntStream.range(0, times.size())
                .boxed()
                .sorted(by)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /**
     * Gives the first dump the first time, the second the second one, and so on: where numbers and the times of files
     * contradict each other, the numbers are right, and the times at best tell how long all of it took.
     *
     * @return whether any dump had another time
     */
    private boolean putTimesInOrder(int[] order, int[] byTime) {
        List<Instant> ascending = new ArrayList<>(byTime.length);
        for (int dump : byTime) {
            ascending.add(times.get(dump));
        }
        boolean contradicted = false;
        for (int i = 0; i < order.length; i++) {
            contradicted |= !times.set(order[i], ascending.get(i)).equals(ascending.get(i));
        }
        return contradicted;
    }

    private List<Trend.Row> rows(
            Slope slope, Map<String, SiteSeries> series, int[] order, Measure measure, Sites naming) {
        List<SiteSeries> sites = List.copyOf(series.values());
        boolean bytes = measure.isBytes();
        double[] rise = each(slope, sites, bytes, Contrast::chanceOfGrowth);
        double[] fall = each(slope, sites, bytes, Contrast::chanceOfShrinkage);
        boolean[] rose = FalseDiscoveries.standing(
                rise, each(slope, sites, bytes, Contrast::leastChanceOfGrowth), FalseDiscoveries.SHARE);
        boolean[] fell = FalseDiscoveries.standing(
                fall, each(slope, sites, bytes, Contrast::leastChanceOfShrinkage), FalseDiscoveries.SHARE);
        double hours = Duration.between(times.get(order[0]), times.get(order[order.length - 1]))
                        .toNanos()
                / (double) Duration.ofHours(1).toNanos();
        List<Trend.Row> rows = new ArrayList<>(sites.size());
        for (String site : series.keySet()) {
            int i = rows.size();
            List<Double> figures = new ArrayList<>(order.length);
            for (int dump : order) {
                figures.add(sites.get(i).figure(dump, bytes));
            }
            Estimate perHour = slope.perHour(sites.get(i), bytes);
            boolean beyondNoise = rose[i] || fell[i] || !slope.isJudged();
            double gained = figures.get(figures.size() - 1) - figures.get(0);
            Trend.Course course = naming.isPassing(site)
                    ? Trend.Course.PASSING
                    : course(perHour, beyondNoise, gained, perHour.value() * hours);
            rows.add(new Trend.Row(site, figures, perHour, perHour.value() < 0 ? fall[i] : rise[i], course));
        }
        return rows;
    }

    private static Trend.Course course(Estimate perHour, boolean beyondNoise, double gained, double byTheLine) {
        if (perHour.value() == 0) {
            return Trend.Course.STILL;
        }
        if (!beyondNoise) {
            return Trend.Course.NOISE;
        }
        boolean scattered = Math.abs(perHour.value()) < SURE * perHour.standardError();
        boolean kept = gained / byTheLine >= LEAST_KEPT;
        if (scattered || !kept) {
            return Trend.Course.UNSTEADY;
        }
        return perHour.value() > 0 ? Trend.Course.RISING : Trend.Course.FALLING;
    }

    /** As in a comparison, objects must hold by their bytes, too. */
    private static double[] each(
            Slope slope, List<SiteSeries> sites, boolean bytes, ToDoubleFunction<Contrast> chance) {
        double[] chances = new double[sites.size()];
        for (int i = 0; i < chances.length; i++) {
            double ofBytes = chance.applyAsDouble(slope.contrast(sites.get(i), true));
            chances[i] = bytes ? ofBytes : Math.max(ofBytes, chance.applyAsDouble(slope.contrast(sites.get(i), false)));
        }
        return chances;
    }
}
