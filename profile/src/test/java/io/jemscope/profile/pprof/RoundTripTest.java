package io.jemscope.profile.pprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jemscope.profile.Fixtures;
import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundTripTest {

    @Test
    void everythingSurvives() throws IOException {
        Profile before = Fixtures.everyKindOfFrame();

        Profile after = roundTrip(before);

        assertThat(after.rate()).isEqualTo(before.rate());
        assertThat(after.mappings()).isEqualTo(before.mappings());
        assertThat(after.metadata()).isEqualTo(before.metadata());
        assertThat(after.samples()).hasSameSizeAs(before.samples());
        for (int i = 0; i < before.samples().size(); i++) {
            Sample was = before.samples().get(i);
            Sample is = after.samples().get(i);
            assertThat(is.live()).isEqualTo(was.live());
            assertThat(is.accumulated()).isEqualTo(was.accumulated());
            assertThat(is.labels()).isEqualTo(was.labels());
            assertThat(is.stack()).extracting(Location::address).isEqualTo(addresses(was));
            assertThat(is.stack())
                    .extracting(Location::frames)
                    .isEqualTo(was.stack().stream().map(Location::frames).toList());
            assertThat(is.stack())
                    .extracting(Location::mapping)
                    .isEqualTo(was.stack().stream().map(Location::mapping).toList());
        }
        assertThat(after.samples().get(1).stack().get(0))
                .isSameAs(after.samples().get(0).stack().get(1));
    }

    private static List<Long> addresses(Sample sample) {
        return sample.stack().stream().map(Location::address).toList();
    }

    @Test
    void totalsStayWithinRounding() throws IOException {
        for (long seed = 0; seed < 20; seed++) {
            Profile before = Fixtures.random(seed, 1_000);

            Profile after = roundTrip(before);

            assertThat(after.live().bytes()).isCloseTo(before.live().bytes(), within(0.5001));
            assertThat(after.live().objects()).isCloseTo(before.live().objects(), within(0.5001));
            for (int i = 0; i < before.samples().size(); i++) {
                for (SampleType measure : SampleType.values()) {
                    assertThat(measure.of(after.samples().get(i)))
                            .isCloseTo(measure.of(before.samples().get(i)), within(1.0));
                }
            }
        }
    }

    @Test
    void writingAgainGivesTheSameBytes() throws IOException {
        byte[] first = write(Fixtures.everyKindOfFrame());

        assertThat(write(PprofReader.read(new ByteArrayInputStream(first)))).isEqualTo(first);
    }

    private static Profile roundTrip(Profile profile) throws IOException {
        return PprofReader.read(new ByteArrayInputStream(write(profile)));
    }

    private static byte[] write(Profile profile) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PprofWriter.write(profile, out);
        return out.toByteArray();
    }
}
