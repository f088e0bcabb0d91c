package io.jemscope.report.trend;

import io.jemscope.profile.ProcessRun;
import io.jemscope.profile.SampleType;
import io.jemscope.report.SiteGrouping;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Takes profiles one by one, keeps of each but the figures of its sites, and finds the trends in the end. */
public final class TrendCollector {

    private final SampleType measure;
    private final SiteGrouping sites;
    private final List<ProcessRun> runs = new ArrayList<>();
    private final List<RunSeries> series = new ArrayList<>();
    private int profiles;

    /**
     * Makes a collector.
     *
     * @param measure what to count
     * @param sites what to tell rows apart by
     */
    public TrendCollector(SampleType measure, SiteGrouping sites) {
        this.measure = measure;
        this.sites = sites;
    }

    /**
     * Takes a profile; it may be forgotten afterwards.
     *
     * @param profile the profile, in any order
     */
    public void add(TimedProfile profile) {
        ProcessRun run = ProcessRun.of(profile.profile().metadata());
        int i = 0;
        while (i < runs.size() && !runs.get(i).isLike(run)) {
            i++;
        }
        if (i == runs.size()) {
            runs.add(run);
            series.add(new RunSeries());
        }
        series.get(i).add(profiles++, profile, measure, sites);
    }

    /**
     * The trends of what was taken so far.
     *
     * @return a trend for each run of a program, the one whose dumps begin first first
     */
    public List<Trend> trends() {
        List<Trend> trends = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            trends.add(series.get(i).trend(runs.get(i), measure, sites));
        }
        trends.sort(Comparator.comparing((Trend trend) -> first(trend)));
        return trends;
    }

    private static Instant first(Trend trend) {
        return trend.times().get(0);
    }
}
