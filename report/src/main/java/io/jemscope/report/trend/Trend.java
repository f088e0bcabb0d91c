package io.jemscope.report.trend;

import io.jemscope.profile.Estimate;
import io.jemscope.profile.ProcessRun;
import io.jemscope.profile.SampleType;
import io.jemscope.report.SiteGrouping;
import java.time.Instant;
import java.util.List;

/**
 * How the figures of each site went over the dumps of one run of a program: the slope of the straight line through them,
 * and whether it is more than sampling noise. How that is judged stands at {@link Slope}; the number of sites is heeded
 * as in a comparison of two dumps. What goes up and down does not rise, however sure each figure is: the rise must be
 * steadier than a random walk's ({@link Drift}), the dumps' scatter about the line counts as well, and what was given back in
 * the end is no gain.
 *
 * @param run whose dumps they are
 * @param times when they were taken, ascending
 * @param dumps the numbers of these dumps, in the order of their times: how many profiles had been collected before each
 * @param timesOfFiles how many of these are but the times of the files, since the dumps themselves don't tell
 * @param timesContradict whether the times of files contradict the numbers in their names. The dumps are then in the order
 *     of the numbers, and the slopes as good as the times
 * @param rows the sites, the steepest rise first
 * @param total all of it
 * @param measure what is counted
 * @param sites what rows are told apart by
 * @param isJudged whether it is known how densely was sampled; else no row can be told from noise
 */
public record Trend(
        ProcessRun run,
        List<Instant> times,
        List<Integer> dumps,
        int timesOfFiles,
        boolean timesContradict,
        List<Row> rows,
        Row total,
        SampleType measure,
        SiteGrouping sites,
        boolean isJudged) {

    /** What can be said of how a site went. */
    public enum Course {
        /** It rises steadily: more than sampling noise and its own ups and downs explain, and it keeps what it gained. */
        RISING,
        /** It falls likewise. */
        FALLING,
        /**
         * It moved beyond sampling noise and kept that, but no more steadily than what only goes up and down. A cache that
         * filled once is such a site, and so is a pool on the rising side of its swing.
         */
        UNCERTAIN,
        /** It moved, beyond sampling noise, but up and down, or it gave back in the end what it had gained. */
        UNSTEADY,
        /** It moved no more than sampling noise does. */
        NOISE,
        /** It didn't move at all. */
        STILL,
        /** It comes and goes with the work at hand ({@link SiteGrouping#isPassing}), so its course says nothing. */
        PASSING
    }

    /**
     * A site over the series.
     *
     * @param site its name
     * @param figures its figure in each dump, in the measure's unit; 0 where the dump doesn't have it
     * @param perHour the slope, in the measure's unit an hour, with its standard error; 0 where all dumps are of one moment
     * @param chance how likely sampling alone makes such a slope, if in truth there was none this way; NaN where nothing
     *     tells
     * @param driftChance how likely a site that only goes up and down moves so far; NaN for fewer than three dumps
     * @param course what can be said of it
     * @param callers where the site is a library's, the application's frames above it in one line each: the steepest first
     *     where the course is told by the slope, else those that hold most in the last dump
     */
    public record Row(
            String site,
            List<Double> figures,
            Estimate perHour,
            double chance,
            double driftChance,
            Course course,
            List<String> callers) {

        /**
         * Makes the lists unchangeable.
         *
         * @param site its name
         * @param figures its figures; copied
         * @param perHour the slope
         * @param chance how likely sampling alone makes it
         * @param driftChance how likely ups and downs make it
         * @param course what can be said of it
         * @param callers the application's frames above it; copied
         */
        public Row {
            figures = List.copyOf(figures);
            callers = List.copyOf(callers);
        }

        /**
         * What it has in the last dump.
         *
         * @return the figure, in the measure's unit
         */
        public double last() {
            return figures.get(figures.size() - 1);
        }
    }

    /**
     * Makes the lists unchangeable.
     *
     * @param run whose dumps they are
     * @param times when they were taken; copied
     * @param dumps the dumps' numbers; copied
     * @param timesOfFiles how many are the files' own
     * @param timesContradict whether these contradict the files' names
     * @param rows the sites; copied
     * @param total all of it
     * @param measure what is counted
     * @param sites what rows are told apart by
     * @param isJudged whether the rates are known
     */
    public Trend {
        times = List.copyOf(times);
        dumps = List.copyOf(dumps);
        rows = List.copyOf(rows);
    }

    /**
     * Finds the trends of profiles that are at hand. To hold but one at a time, use a {@link TrendCollector}.
     *
     * @param profiles the profiles, in any order, of one run of a program or several
     * @param measure what to count
     * @param sites what to tell rows apart by
     * @return a trend for each run, the one that began first first
     */
    public static List<Trend> of(List<TimedProfile> profiles, SampleType measure, SiteGrouping sites) {
        TrendCollector collector = new TrendCollector(measure, sites);
        profiles.forEach(collector::add);
        return collector.trends();
    }

    /**
     * By how much the total rose from the first dump to the last.
     *
     * @return the figure, in the measure's unit; negative where it fell
     */
    public double gain() {
        return total.last() - total.figures().get(0);
    }

    /**
     * The rows of one course.
     *
     * @return the rows, in the order of {@link #rows}
     */
    public List<Row> rows(Course course) {
        return rows.stream().filter(row -> row.course == course).toList();
    }
}
