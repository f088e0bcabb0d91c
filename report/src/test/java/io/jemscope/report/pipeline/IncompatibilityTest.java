package io.jemscope.report.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IncompatibilityTest {

    private static final Amount SOME = new Amount(1, 100);

    private static final Profile HELD = profile(ProfileMetadata.UNKNOWN, SOME, Amount.NONE);
    private static final Profile COUNTED = profile(ProfileMetadata.UNKNOWN, SOME, SOME);
    private static final Profile LOG =
            profile(ProfileMetadata.UNKNOWN.with(ProfileMetadata.LOG_ALLOCATIONS, "1"), Amount.NONE, SOME);
    private static final Profile NOTHING = profile(ProfileMetadata.UNKNOWN, Amount.NONE, Amount.NONE);

    @Test
    void whatWasFreedHasToBeKnown() {
        assertThat(Incompatibility.to(SampleType.LIVE_BYTES, HELD)).isEmpty();
        assertThat(Incompatibility.to(SampleType.ACCUMULATED_BYTES, HELD))
                .contains(Incompatibility.PROFILE_WITHOUT_FREED);
        assertThat(Incompatibility.to(SampleType.ACCUMULATED_OBJECTS, COUNTED)).isEmpty();
        assertThat(Incompatibility.to(SampleType.ACCUMULATED_BYTES, LOG)).isEmpty();
        assertThat(Incompatibility.to(SampleType.ACCUMULATED_BYTES, NOTHING)).isEmpty();
    }

    @Test
    void onBothSides() {
        assertThat(Incompatibility.to(SampleType.ACCUMULATED_BYTES, COUNTED, HELD))
                .contains(Incompatibility.BASE_WITHOUT_FREED);
        assertThat(Incompatibility.to(SampleType.ACCUMULATED_BYTES, HELD, COUNTED))
                .contains(Incompatibility.PROFILE_WITHOUT_FREED);
        assertThat(Incompatibility.to(SampleType.ACCUMULATED_BYTES, COUNTED, COUNTED))
                .isEmpty();
        assertThat(Incompatibility.to(SampleType.ACCUMULATED_BYTES, COUNTED, NOTHING))
                .isEmpty();
        assertThat(Incompatibility.to(SampleType.LIVE_BYTES, COUNTED, HELD)).isEmpty();
    }

    @Test
    void aLogGoesWithLogs() {
        for (SampleType measure : SampleType.values()) {
            assertThat(Incompatibility.to(measure, LOG, COUNTED)).contains(Incompatibility.ONE_IS_A_LOG);
            assertThat(Incompatibility.to(measure, HELD, LOG)).contains(Incompatibility.ONE_IS_A_LOG);
            assertThat(Incompatibility.to(measure, LOG, LOG)).isEmpty();
        }
    }

    private static Profile profile(ProfileMetadata facts, Amount live, Amount accumulated) {
        Sample sample = new Sample(List.of(), live, accumulated, Map.of());
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(sample), List.of(), facts);
    }
}
