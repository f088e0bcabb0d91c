package io.jemscope.profile.pprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Estimate;
import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A recording gives the ranges of the dump that it was made of, though it holds whole objects. */
class BlockBytesTest {

    private static final SampleRate RATE = new SampleRate(512 * 1024);

    private static final long[][] LINES = {
        {5, 5L << 20},
        {1, 1 << 20},
        {2, 3L << 20},
        {105, 845L << 20},
        {1, 64},
        {3, 3L * 20_480},
        {7, 1_200_000},
        {1, 8 << 20}
    };

    @Test
    void rangesSurviveWholeObjects() throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (long[] line : LINES) {
            Amount amount = RATE.scale(line[0], line[1]);
            Amount ever = RATE.scale(line[0] + 1, line[1] + (1 << 20));
            samples.add(new Sample(List.of(new Location(samples.size() + 1, null, List.of())), amount, ever, Map.of()));
        }
        Profile dump = new Profile(RATE, samples, List.of(), ProfileMetadata.UNKNOWN);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        PprofWriter.write(dump, file);

        Profile recording = PprofReader.read(new ByteArrayInputStream(file.toByteArray()));

        for (int i = 0; i < LINES.length; i++) {
            Sample read = recording.samples().get(i);
            assertLike(
                    RATE.estimateBytes(read.live()),
                    RATE.estimateBytes(samples.get(i).live()));
            assertLike(
                    RATE.estimateBytes(read.accumulated()),
                    RATE.estimateBytes(samples.get(i).accumulated()));
            assertThat(read.labels()).isEmpty();
        }
    }

    private static void assertLike(Estimate read, Estimate written) {
        // Bytes are rounded to whole ones.
        assertThat(read.low()).isCloseTo(written.low(), withinPercentage(0.01));
        assertThat(read.high()).isCloseTo(written.high(), withinPercentage(0.01));
    }
}
