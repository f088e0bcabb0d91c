package io.jemscope.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BenjaminiHochbergTest {

    private static final double[] POSSIBLE = {0, 0, 0, 0};

    @Test
    void aSingleFindingNeedsNoMoreThanTheShare() {
        assertThat(standing(new double[] {0.01}, new double[] {0})).containsExactly(true);
        assertThat(standing(new double[] {0.0101}, new double[] {0})).containsExactly(false);
    }

    @Test
    void manyFindingsNeedMore() {
        assertThat(standing(new double[] {0.009, 0.5, 0.5, 0.5}, POSSIBLE)).containsOnly(false);
        assertThat(standing(new double[] {0.0025, 0.5, 0.5, 0.5}, POSSIBLE)).containsExactly(true, false, false, false);
    }

    @Test
    void findingsSupportEachOther() {
        // The third stands by 0.01·3/4; the first two stand with it.
        assertThat(standing(new double[] {0.0074, 0.006, 0.0071, 0.5}, POSSIBLE))
                .containsExactly(true, true, true, false);
    }

    @Test
    void whatCouldNeverStandHidesNothing() {
        assertThat(standing(new double[] {0.009, 0.5, 0.5, 0.5}, new double[] {0, 0.5, 0.25, 0.02}))
                .containsExactly(true, false, false, false);
    }

    @Test
    void anUnknownChanceNeverStands() {
        assertThat(standing(new double[] {Double.NaN, 0.001}, new double[] {Double.NaN, 0}))
                .containsExactly(false, true);
        assertThat(standing(new double[0], new double[0])).isEmpty();
    }

    private static boolean[] standing(double[] chances, double[] least) {
        return BenjaminiHochberg.standing(chances, least, 0.01);
    }
}
