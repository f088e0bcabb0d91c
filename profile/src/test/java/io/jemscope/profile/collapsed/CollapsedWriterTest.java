package io.jemscope.profile.collapsed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.profile.Amount;
import io.jemscope.profile.Fixtures;
import io.jemscope.profile.Location;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.SampleType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CollapsedWriterTest {

    private static String write(Profile profile, SampleType measure) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CollapsedWriter.write(profile, measure, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void writesTheRootFirst() throws IOException {
        assertThat(write(Fixtures.everyKindOfFrame(), SampleType.LIVE_BYTES)).isEqualTo("""
                        [stack cut here];0x550000000100;[Java frame, name lost];gen.X.y;a.B.c (d);Foo$$Lambda.<init>;\
                        java.util.zip.Deflater.init;0x660000000042;[Java code];deflate;libz.so+0x2000;outer;\
                        ns::inner(int) 1999993
                        deflate;libz.so+0x2000 77777
                        [empty stack] 5
                        """);
    }

    @Test
    void writesEachMeasure() throws IOException {
        assertThat(write(Fixtures.everyKindOfFrame(), SampleType.LIVE_OBJECTS)).contains("ns::inner(int) 3\n");
        assertThat(write(Fixtures.everyKindOfFrame(), SampleType.ACCUMULATED_BYTES))
                .contains("ns::inner(int) 19999930\n");
        assertThat(write(Fixtures.everyKindOfFrame(), SampleType.ACCUMULATED_OBJECTS))
                .contains("ns::inner(int) 30\n");
        assertThat(write(Fixtures.random(1, 5), SampleType.ACCUMULATED_BYTES)).isEmpty();
    }

    @Test
    void addsThreadsUpAndKeepsTheSum() throws IOException {
        List<Location> stack = List.of(named("leaf"), named("root"));
        Profile profile = profile(sample(stack, 0.4), sample(List.of(named("other")), 0.4), sample(stack, 0.8));

        assertThat(write(profile, SampleType.LIVE_BYTES)).isEqualTo("root;leaf 1\nother 1\n");
    }

    @Test
    void replacesWhatWouldBreakALine() throws IOException {
        assertThat(write(profile(sample(List.of(named("f(a;b)\nc\u001b[2J")), 1)), SampleType.LIVE_BYTES))
                .isEqualTo("f(a:b)?c?[2J 1\n");
    }

    @Test
    void refusesADifference() {
        Profile difference = profile(sample(List.of(named("grown")), 7), sample(List.of(named("shrunk")), -7));

        assertThatThrownBy(() -> write(difference, SampleType.LIVE_BYTES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no negative figures");
    }

    @Test
    void looksAtNoOtherFiguresThanThoseWritten() throws IOException {
        List<Location> stack = List.of(named("f"));
        Sample larger = new Sample(stack, new Amount(-1, 500), new Amount(0, -7), Map.of());

        assertThat(write(profile(larger), SampleType.LIVE_BYTES)).isEqualTo("f 500\n");
        assertThat(write(profile(sample(stack, -3), sample(stack, 5)), SampleType.LIVE_BYTES))
                .isEqualTo("f 2\n");
    }

    private static Location named(String name) {
        return new Location(name.length(), null, List.of(new NativeFrame(name, name, null, null)));
    }

    private static Sample sample(List<Location> stack, double bytes) {
        return new Sample(stack, new Amount(1, bytes), Amount.NONE, Map.of());
    }

    private static Profile profile(Sample... samples) {
        return new Profile(SampleRate.EVERY_ALLOCATION, List.of(samples), List.of(), ProfileMetadata.UNKNOWN);
    }
}
