package io.jemscope.report.verdict;

import io.jemscope.report.verdict.SiteVerdict.Kind;
import java.time.Duration;

/**
 * Tells a leak from memory that only looks like one, by the survival of its blocks rather than by their trend: a filling cache
 * and a warming pool rise as steadily as a leak does.
 *
 * <p>A site leaks if it grew beyond sampling error, if the blocks that were old enough halfway are nearly all still there
 * (of all of them and of the older half, so that blocks don't merely live long), if it grows at the end as fast as before
 * (a cache that fills slows down), and if it grew all the time (a pool grows in steps). Each of these must be sure at the 95 %
 * level. If one is surely false, the verdict says which; if one is neither, it is too early.
 */
final class SurvivalTest {

    /** The most that may be freed of the blocks of a leak, by the upper bound. */
    private static final double MOST_FREED = 0.25;

    /** The same of the older half, which are fewer. */
    private static final double MOST_FREED_OF_OLDEST = 0.35;

    /** A leak grows at the end at least this share as fast as before; a cache in its second filling time less. */
    private static final double LEAST_PACE = 0.65;

    /** What grows in ten steps has four fifths of its growth in eight of them: so few allocations prove no leak. */
    private static final int FEWEST_STEPS = 10;

    /** Unless they fill nearly all the time: then births don't show shorter parts. */
    private static final double EVEN_SPREAD = 0.6;

    /** A step with fewer samples may be one allocation of a leak. */
    private static final double FEWEST_IN_STEP = 12;

    /** In one dump, blocks that are freed after a while look as if more and more were allocated: above this pace. */
    private static final double CHURN_PACE = 2;

    /** Standard errors of a one-sided 95 % bound, and of a 99 % one. */
    private static final double SURE = 1.645;

    private static final double VERY_SURE = 2.326;

    /** Ages have a resolution of a second at best, and the pace needs several of them. */
    private static final Duration SHORTEST = Duration.ofSeconds(6);

    /** With fewer samples no verdict, whatever they say. */
    private static final double FEWEST = 12;

    /** A leak that began in the middle of the span must have gone on for this share of it. */
    private static final double LEAST_GROWING = 0.6;

    /** What grows in steps gains four fifths of it in a smaller share of the time; a leak under daily load needs half of it. */
    private static final double LEAST_SPREAD = 0.44;

    /** From one dump, the site's first block must be this early. */
    private static final double LATEST_START = 0.25;

    private SurvivalTest() {}

    /**
     * The verdict.
     *
     * @param kind what it is
     * @param why the reason, as the end of a sentence
     * @param until how much longer it takes until more can be said; zero for a verdict
     */
    record Result(Kind kind, String why, Duration until) {}

    static Result judge(Survival site) {
        boolean freesSeen = !Double.isNaN(site.oldFreed());
        double leastFreed = freesSeen ? Binomial.lower(site.oldFreed(), site.oldCount()) : 0;
        boolean turnsOver = leastFreed > MOST_FREED && site.oldCount() >= FEWEST;
        double growth = sureness(site.grown(), site.grownVariance());
        if (turnsOver) {
            return new Result(
                    Kind.TURNING_OVER,
                    percent(site.oldFreed()) + " of the old blocks were freed"
                            + (growth > VERY_SURE ? ", though it grew" : ""),
                    Duration.ZERO);
        }
        if (site.evidence() == Evidence.LIVE && site.span().isZero()) {
            return new Result(Kind.TOO_EARLY, "one dump without ages shows no growth", Duration.ZERO);
        }
        if (growth < VERY_SURE) {
            return new Result(Kind.STEADY, "it did not grow beyond sampling error", Duration.ZERO);
        }
        double pace = sureness(
                site.late() - LEAST_PACE * site.early(),
                site.lateVariance() + LEAST_PACE * LEAST_PACE * site.earlyVariance());
        if (pace < -VERY_SURE) {
            return new Result(Kind.FILLING, "it grows more slowly than before", Duration.ZERO);
        }
        if (site.spread() < LEAST_SPREAD) {
            return steps(site);
        }
        if (site.evidence() == Evidence.AGES) {
            double churn = sureness(
                    site.late() - CHURN_PACE * site.early(),
                    site.lateVariance() + CHURN_PACE * CHURN_PACE * site.earlyVariance());
            if (churn > SURE) {
                return new Result(Kind.TURNING_OVER, "few old blocks are left", Duration.ZERO);
            }
        }
        if (site.steps() < FEWEST_STEPS && site.stepsSpread() < EVEN_SPREAD) {
            return steps(site);
        }
        if (site.evidence() == Evidence.AGES && site.startShare() > LATEST_START) {
            return tooEarly(
                    site, 2, "its oldest block is young: its blocks are freed after a while, or the leak is new");
        }
        return leakOrTooEarly(site, freesSeen, pace);
    }

    private static Result steps(Survival site) {
        double wanted = FEWEST_IN_STEP * site.steps();
        return site.count() < wanted
                ? tooEarly(site, wanted / Math.max(1, site.count()), "too few samples to tell steps from chance")
                : new Result(Kind.FILLING, "it grows in steps", Duration.ZERO);
    }

    private static Result leakOrTooEarly(Survival site, boolean freesSeen, double pace) {
        if (site.span().compareTo(SHORTEST) < 0) {
            double factor =
                    SHORTEST.toMillis() / (double) Math.max(1, site.span().toMillis());
            return tooEarly(site, factor, "its blocks are only seconds old");
        }
        if (site.growing() < LEAST_GROWING) {
            return tooEarly(site, (1 - site.growing()) / (1 - LEAST_GROWING), "it began to grow recently");
        }
        if (freesSeen) {
            double freed = Binomial.upper(site.oldFreed(), site.oldCount());
            double oldest = Binomial.upper(site.oldestFreed(), site.oldestCount());
            if (site.oldCount() < FEWEST || freed >= MOST_FREED || oldest >= MOST_FREED_OF_OLDEST) {
                double wanted = site.oldCount() < FEWEST ? FEWEST / Math.max(1, site.oldCount()) : 1.5;
                return tooEarly(site, wanted, "too few old blocks were watched");
            }
        }
        // One dump is weaker evidence, so it must be surer.
        double sure = freesSeen ? SURE : VERY_SURE;
        if (pace < sure) {
            double factor = pace <= 0 ? 2 : sure * sure / (pace * pace);
            return tooEarly(site, factor, "too few samples to tell whether it slows down");
        }
        return new Result(Kind.LEAK, leak(site, freesSeen), Duration.ZERO);
    }

    private static String leak(Survival site, boolean freesSeen) {
        if (!freesSeen) {
            return "it grows all the time at the same pace";
        }
        return site.oldFreed() < 0.005
                ? "it grows all the time, and no old block was freed"
                : "it grows all the time, and only " + percent(site.oldFreed()) + " of the old blocks were freed";
    }

    private static Result tooEarly(Survival site, double factor, String why) {
        double more = Math.min(Math.max(factor, 1.1), 10) - 1;
        return new Result(
                Kind.TOO_EARLY, why, Duration.ofMillis(Math.round(site.span().toMillis() * more)));
    }

    /** How many standard errors a figure is above 0. */
    private static double sureness(double figure, double variance) {
        if (variance <= 0) {
            return figure > 0 ? Double.POSITIVE_INFINITY : figure < 0 ? Double.NEGATIVE_INFINITY : 0;
        }
        return figure / Math.sqrt(variance);
    }

    private static String percent(double share) {
        return Math.max(1, Math.round(share * 100)) + " %";
    }
}
