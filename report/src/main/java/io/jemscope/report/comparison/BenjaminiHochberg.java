package io.jemscope.report.comparison;

import java.util.Arrays;

/**
 * Which of many findings stand, if at most a certain share of those named is to be false. With hundreds of sites looked
 * at, a chance of one in twenty for each would name a dozen of nothing. The rule is Benjamini's and Hochberg's (1995):
 * of {@code m} chances in ascending order, all up to the last one with {@code chance(k) <= share·k/m} stand. Where in
 * truth nothing is to be found, the share is also the probability of naming anything at all.
 *
 * <p>Findings that could not have stood whatever the samples had shown aren't counted in {@code m} (Tarone 1990, Gilbert
 * 2005): how many samples a site has says nothing of whether it grew, and the many sites of one or two samples would
 * otherwise hide the rest.
 */
public final class BenjaminiHochberg {

    /** The share used throughout: one in a hundred. */
    public static final double SHARE = 0.01;

    private BenjaminiHochberg() {}

    /**
     * Says which findings stand.
     *
     * @param chances of each finding, how likely it is nothing; NaN where that isn't known
     * @param leastChances of each finding, the smallest chance it could have had
     * @param share the share of false ones allowed among those that stand
     * @return of each, whether it stands; those without a known chance don't
     */
    public static boolean[] standing(double[] chances, double[] leastChances, double share) {
        double[] tested = new double[chances.length];
        int count = 0;
        for (int i = 0; i < chances.length; i++) {
            if (!Double.isNaN(chances[i]) && leastChances[i] <= share) {
                tested[count++] = chances[i];
            }
        }
        Arrays.sort(tested, 0, count);
        double limit = -1;
        for (int k = count; k > 0 && limit < 0; k--) {
            if (tested[k - 1] <= share * k / count) {
                limit = tested[k - 1];
            }
        }
        boolean[] standing = new boolean[chances.length];
        for (int i = 0; i < chances.length; i++) {
            standing[i] = chances[i] <= limit && leastChances[i] <= share;
        }
        return standing;
    }
}
