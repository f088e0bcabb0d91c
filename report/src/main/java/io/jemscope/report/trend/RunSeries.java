package io.jemscope.report.trend;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Measure;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.report.Sites;
import io.jemscope.report.comparison.Contrast;
import io.jemscope.report.comparison.FalseDiscoveries;
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

    private final List<Instant> times = new ArrayList<>();
    private final List<SampleRate> rates = new ArrayList<>();
    private final Map<String, SiteSeries> bySite = new LinkedHashMap<>();
    private final SiteSeries all = new SiteSeries();
    private int timesOfFiles;

    void add(TimedProfile timed, Measure measure, Sites sites) {
        int dump = times.size();
        SampleRate rate = timed.profile().rate();
        times.add(timed.time());
        rates.add(rate);
        timesOfFiles += timed.isTimeOfFile() ? 1 : 0;
        for (Sample sample : timed.profile().samples()) {
            Amount amount = measure.amount(sample);
            if (amount.isNone()) {
                continue;
            }
            all.add(dump, amount, rate);
            for (String site : sites.of(sample)) {
                bySite.computeIfAbsent(site, any -> new SiteSeries()).add(dump, amount, rate);
            }
        }
    }

    Trend trend(ProcessRun run, Measure measure, Sites sites) {
        int[] order = IntStream.range(0, times.size())
                .boxed()
                .sorted(Comparator.comparing(times::get))
                .mapToInt(Integer::intValue)
                .toArray();
        // The slope takes the dumps as they came: only the rows are put in order.
        Slope slope = Slope.of(times, rates);
        List<Trend.Row> rows = rows(slope, bySite, order, measure);
        rows.sort((one, other) -> {
            int bySlope = Double.compare(other.perHour().value(), one.perHour().value());
            return bySlope != 0 ? bySlope : one.site().compareTo(other.site());
        });
        Trend.Row total = rows(slope, Map.of("all", all), order, measure).get(0);
        List<Instant> ordered = new ArrayList<>();
        for (int dump : order) {
            ordered.add(times.get(dump));
        }
        return new Trend(run, ordered, timesOfFiles, rows, total, measure, sites, slope.isJudged());
    }

    private static List<Trend.Row> rows(Slope slope, Map<String, SiteSeries> series, int[] order, Measure measure) {
        List<SiteSeries> sites = List.copyOf(series.values());
        boolean bytes = measure.isBytes();
        double[] rise = each(slope, sites, bytes, Contrast::chanceOfGrowth);
        double[] fall = each(slope, sites, bytes, Contrast::chanceOfShrinkage);
        boolean[] rose = FalseDiscoveries.standing(
                rise, each(slope, sites, bytes, Contrast::leastChanceOfGrowth), FalseDiscoveries.SHARE);
        boolean[] fell = FalseDiscoveries.standing(
                fall, each(slope, sites, bytes, Contrast::leastChanceOfShrinkage), FalseDiscoveries.SHARE);
        List<Trend.Row> rows = new ArrayList<>(sites.size());
        for (String site : series.keySet()) {
            int i = rows.size();
            List<Double> figures = new ArrayList<>(order.length);
            for (int dump : order) {
                figures.add(sites.get(i).figure(dump, bytes));
            }
            var perHour = slope.perHour(sites.get(i), bytes);
            rows.add(
                    new Trend.Row(site, figures, perHour, perHour.value() < 0 ? fall[i] : rise[i], rose[i] || fell[i]));
        }
        return rows;
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
