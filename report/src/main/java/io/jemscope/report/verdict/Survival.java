package io.jemscope.report.verdict;

import java.time.Duration;

/**
 * How a site's blocks survive: what {@link SurvivalTest} judges, whatever it was taken from. Bytes a second throughout.
 *
 * @param evidence what it was taken from
 * @param span from the first block to the last dump
 * @param horizon how long the blocks counted in {@code oldFreed} were watched at the least
 * @param startShare which share of the time that was profiled lies before the first block
 * @param grown bytes gained from the first dump to the last
 * @param grownVariance the variance of that
 * @param count of how many samples' worth is what was gained behind the first eighth of the span
 * @param early how fast it grew from the first eighth of the span to its last quarter
 * @param earlyVariance the variance of that
 * @param late how fast it grew in the last quarter
 * @param lateVariance the variance of that
 * @param spread in which share of the time since it began to grow four fifths of it were gained, by parts of that time so long that
 *     chance alone leaves none empty
 * @param steps in how many parts, if they are as short as possible
 * @param stepsSpread which share of that time these are
 * @param growing which share of the span that time is
 * @param oldFreed the share freed of the blocks old enough; NaN if frees weren't seen
 * @param oldCount of how many of them
 * @param oldestFreed the share freed of the older half of these
 * @param oldestCount of how many
 */
record Survival(
        Evidence evidence,
        Duration span,
        Duration horizon,
        double startShare,
        double grown,
        double grownVariance,
        double count,
        double early,
        double earlyVariance,
        double late,
        double lateVariance,
        double spread,
        int steps,
        double stepsSpread,
        double growing,
        double oldFreed,
        double oldCount,
        double oldestFreed,
        double oldestCount) {}
