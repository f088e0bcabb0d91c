package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.profile.callgrind.CallgrindWriter;
import io.jemscope.profile.jemalloc.SymbolizedWriter;
import io.jemscope.profile.json.JsonProfileWriter;
import io.jemscope.profile.pprof.PprofWriter;
import io.jemscope.profile.speedscope.SpeedscopeWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DifferenceTest {

    private interface Form {

        void write(Profile profile, OutputStream out) throws IOException;
    }

    private static Profile profile(Amount live, Amount accumulated) {
        Location location = new Location(0x10, null, List.of(new NativeFrame("f", "f", null, null)));
        return new Profile(
                new SampleRate(512),
                List.of(
                        new Sample(List.of(location), new Amount(2, 4_099), new Amount(2, 4_099), Map.of()),
                        new Sample(List.of(location, location), live, accumulated, Map.of())),
                List.of(),
                ProfileMetadata.UNKNOWN);
    }

    private static final List<Profile> DIFFERENCES = List.of(
            profile(new Amount(1, -1_999), Amount.NONE),
            profile(new Amount(-1, 0), Amount.NONE),
            profile(Amount.NONE, new Amount(-1, -1_999)));

    @Test
    void isRefusedByFormsWithoutNegativeFigures() {
        for (Form form : List.<Form>of(SpeedscopeWriter::write, CallgrindWriter::write, SymbolizedWriter::write)) {
            for (Profile difference : DIFFERENCES) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                assertThatThrownBy(() -> form.write(difference, out))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("has no negative figures")
                        .hasMessageContaining("write it as");
                assertThat(out.size()).isZero();
            }
            assertThatCode(() -> form.write(profile(new Amount(1, 7), Amount.NONE), new ByteArrayOutputStream()))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void isWrittenByTheFormsThatAreNamed() throws IOException {
        for (Profile difference : DIFFERENCES) {
            PprofWriter.write(difference, new ByteArrayOutputStream());
            JsonProfileWriter.write(difference, new ByteArrayOutputStream());
        }
    }
}
