package io.jemscope.report.shaping;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Measure;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Provenance;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ObstacleTest {

    private static final Amount SOME = new Amount(1, 100);

    private static final Profile HELD = profile(Provenance.UNKNOWN, SOME, Amount.NONE);
    private static final Profile COUNTED = profile(Provenance.UNKNOWN, SOME, SOME);
    private static final Profile LOG =
            profile(Provenance.UNKNOWN.with(Provenance.LOG_ALLOCATIONS, "1"), Amount.NONE, SOME);
    private static final Profile NOTHING = profile(Provenance.UNKNOWN, Amount.NONE, Amount.NONE);

    @Test
    void whatWasFreedHasToBeKnown() {
        assertThat(Obstacle.to(Measure.LIVE_BYTES, HELD)).isEmpty();
        assertThat(Obstacle.to(Measure.ACCUMULATED_BYTES, HELD)).contains(Obstacle.PROFILE_WITHOUT_FREED);
        assertThat(Obstacle.to(Measure.ACCUMULATED_OBJECTS, COUNTED)).isEmpty();
        assertThat(Obstacle.to(Measure.ACCUMULATED_BYTES, LOG)).isEmpty();
        assertThat(Obstacle.to(Measure.ACCUMULATED_BYTES, NOTHING)).isEmpty();
    }

    @Test
    void onBothSides() {
        assertThat(Obstacle.to(Measure.ACCUMULATED_BYTES, COUNTED, HELD)).contains(Obstacle.BASE_WITHOUT_FREED);
        assertThat(Obstacle.to(Measure.ACCUMULATED_BYTES, HELD, COUNTED)).contains(Obstacle.PROFILE_WITHOUT_FREED);
        assertThat(Obstacle.to(Measure.ACCUMULATED_BYTES, COUNTED, COUNTED)).isEmpty();
        assertThat(Obstacle.to(Measure.ACCUMULATED_BYTES, COUNTED, NOTHING)).isEmpty();
        assertThat(Obstacle.to(Measure.LIVE_BYTES, COUNTED, HELD)).isEmpty();
    }

    @Test
    void aLogGoesWithLogs() {
        for (Measure measure : Measure.values()) {
            assertThat(Obstacle.to(measure, LOG, COUNTED)).contains(Obstacle.ONE_IS_A_LOG);
            assertThat(Obstacle.to(measure, HELD, LOG)).contains(Obstacle.ONE_IS_A_LOG);
            assertThat(Obstacle.to(measure, LOG, LOG)).isEmpty();
        }
    }

    private static Profile profile(Provenance facts, Amount live, Amount accumulated) {
        Sample sample = new Sample(List.of(), live, accumulated, Map.of());
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(sample), List.of(), facts);
    }
}
