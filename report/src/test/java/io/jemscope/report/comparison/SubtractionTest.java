package io.jemscope.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Measure;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Provenance;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.report.StackBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubtractionTest {

    private static final Profile BASE = profile(stack("a", 100, 1_000), stack("b", 50, 500), stack("same", 7, 70));
    private static final Profile LATER = profile(stack("a", 300, 3_000), stack("new", 10, 100), stack("same", 7, 70));

    @Test
    void stacksAreMatchedByName() {
        Profile difference = Subtraction.of(LATER, BASE, false).difference();

        assertThat(difference.samples())
                .extracting(Sample::live)
                .containsExactly(new Amount(200, 2_000), new Amount(10, 100), new Amount(-50, -500));
        assertThat(difference.live()).isEqualTo(new Amount(160, 1_600));
    }

    @Test
    void percentagesAreOfTheBaseOrOfAllThatDiffers() {
        Subtraction subtraction = Subtraction.of(LATER, BASE, false);

        assertThat(subtraction.baseTotal(Measure.LIVE_BYTES)).isEqualTo(1_570);
        assertThat(subtraction.absoluteTotal(Measure.LIVE_BYTES)).isEqualTo(2_600);
    }

    @Test
    void normalizedTheTotalsAreTheSame() {
        Subtraction subtraction = Subtraction.of(LATER, BASE, true);

        assertThat(subtraction.difference().live().bytes()).isCloseTo(0, within(1e-9));
        assertThat(subtraction.difference().live().objects()).isCloseTo(0, within(1e-9));
    }

    @Test
    void aProfileLessItselfIsNothing() {
        assertThat(Subtraction.of(BASE, BASE, false).difference().samples()).isEmpty();
    }

    @Test
    void aDifferenceHasNoResidentMemoryOfItsOwn() {
        Profile profile = new Profile(
                LATER.rate(),
                LATER.samples(),
                List.of(),
                Provenance.UNKNOWN
                        .with(Provenance.RSS, "1000000")
                        .with(Provenance.HEADER_BYTES, "3170")
                        .with(Provenance.PID, "7"));

        for (Profile difference :
                List.of(Subtraction.of(profile, BASE, false).difference(), new BothSides(profile, BASE).joined())) {
            assertThat(difference.provenance().facts()).containsKey(Provenance.PID);
            assertThat(difference.provenance().facts()).doesNotContainKeys(Provenance.RSS, Provenance.HEADER_BYTES);
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
