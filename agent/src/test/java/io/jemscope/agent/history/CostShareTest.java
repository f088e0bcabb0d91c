package io.jemscope.agent.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CostShareTest {

    private static final long SHARE_NANOS = 200_000_000;

    @Test
    void whatCostsLessThanItsShareIsInEachSnapshot() {
        CostShare share = new CostShare(SHARE_NANOS);
        for (int i = 0; i < 10; i++) {
            assertThat(share.isDue()).isTrue();
            share.cost(SHARE_NANOS - 1);
        }
    }

    /** What the last one has cost more than the share is made up for by those that follow. */
    @Test
    void onAverageItCostsItsShareAtMost() {
        SplittableRandom random = new SplittableRandom(5);
        CostShare share = new CostShare(SHARE_NANOS);
        long sum = 0;
        int snapshots = 100_000;
        for (int i = 0; i < snapshots; i++) {
            if (share.isDue()) {
                long cost = random.nextLong(20 * SHARE_NANOS);
                share.cost(cost);
                sum += cost;
            }
        }

        assertThat((double) sum / snapshots).isLessThanOrEqualTo(SHARE_NANOS);
        assertThat((double) sum / snapshots).isGreaterThan(SHARE_NANOS / 2.0);
    }
}
