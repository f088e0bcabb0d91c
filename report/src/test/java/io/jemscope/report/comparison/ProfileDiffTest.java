package io.jemscope.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import io.jemscope.report.StackBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileDiffTest {

    private static final Profile BASE = profile(stack("a", 100, 1_000), stack("b", 50, 500), stack("same", 7, 70));
    private static final Profile LATER = profile(stack("a", 300, 3_000), stack("new", 10, 100), stack("same", 7, 70));

    @Test
    void stacksAreMatchedByName() {
        Profile difference = ProfileDiff.of(LATER, BASE, false).difference();

        assertThat(difference.samples())
                .extracting(Sample::live)
                .containsExactly(new Amount(200, 2_000), new Amount(10, 100), new Amount(-50, -500));
        assertThat(difference.live()).isEqualTo(new Amount(160, 1_600));
    }

    @Test
    void percentagesAreOfTheBaseOrOfAllThatDiffers() {
        ProfileDiff subtraction = ProfileDiff.of(LATER, BASE, false);

        assertThat(subtraction.baseTotal(SampleType.LIVE_BYTES)).isEqualTo(1_570);
        assertThat(subtraction.absoluteTotal(SampleType.LIVE_BYTES)).isEqualTo(2_600);
    }

    @Test
    void normalizedTheTotalsAreTheSame() {
        ProfileDiff subtraction = ProfileDiff.of(LATER, BASE, true);

        assertThat(subtraction.difference().live().bytes()).isCloseTo(0, within(1e-9));
        assertThat(subtraction.difference().live().objects()).isCloseTo(0, within(1e-9));
    }

    @Test
    void aProfileLessItselfIsNothing() {
        assertThat(ProfileDiff.of(BASE, BASE, false).difference().samples()).isEmpty();
    }

    @Test
    void aDifferenceHasNoResidentMemoryOfItsOwn() {
        Profile profile = new Profile(
                LATER.rate(),
                LATER.samples(),
                List.of(),
                ProfileMetadata.UNKNOWN
                        .with(ProfileMetadata.RSS, "1000000")
                        .with(ProfileMetadata.HEADER_BYTES, "3170")
                        .with(ProfileMetadata.PID, "7"));

        for (Profile difference :
                List.of(ProfileDiff.of(profile, BASE, false).difference(), new BothSides(profile, BASE).joined())) {
            assertThat(difference.metadata().facts()).containsKey(ProfileMetadata.PID);
            assertThat(difference.metadata().facts())
                    .doesNotContainKeys(ProfileMetadata.RSS, ProfileMetadata.HEADER_BYTES);
            assertThat(difference.live().bytes()).isEqualTo(1_600);
        }
    }

    private static Sample stack(String method, double objects, double bytes) {
        return StackBuilder.stack()
                .in("malloc")
                .at("com.example.Shop." + method + ":1")
                .with(new Amount(objects, bytes), Amount.NONE);
    }

    private static Profile profile(Sample... samples) {
        return Shops.profile(SampleRate.EVERY_ALLOCATION, List.of(samples));
    }
}
