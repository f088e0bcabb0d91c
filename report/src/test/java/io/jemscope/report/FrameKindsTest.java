package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Mapping;
import io.jemscope.profile.MarkerFrame;
import io.jemscope.profile.NativeFrame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.SampleRate;
import io.jemscope.profile.UnknownFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whose code a frame is. */
class FrameKindsTest {

    private static FrameKinds kinds(String... mapped) {
        List<Mapping> mappings = new ArrayList<>();
        for (String file : mapped) {
            mappings.add(Mapping.shown(0x1000, 0x2000, 0, file, null));
        }
        return FrameKinds.of(new Profile(
                SampleRate.EVERY_ALLOCATION,
                List.of(),
                mappings,
                new ProfileMetadata(Map.of(ProfileMetadata.MAIN_CLASS, "com.example.Main"))));
    }

    private static FrameKind ofFunction(FrameKinds kinds, String library) {
        return kinds.of(new NativeFrame("function", "function", library, null));
    }

    @Test
    void javaIsTheProgramsAnothersOrTheJdks() {
        FrameKinds kinds = kinds();

        assertThat(kinds.of(StackBuilder.java(null, "com.example.shop.Cart.add:7")))
                .isEqualTo(FrameKind.OWN_JAVA);
        assertThat(kinds.of(StackBuilder.java(null, "org.pool.Arena.allocate:7")))
                .isEqualTo(FrameKind.OTHER_JAVA);
        assertThat(kinds.of(StackBuilder.java(null, "java.util.zip.Inflater.init:7")))
                .isEqualTo(FrameKind.JDK);
        assertThat(kinds.of(MarkerFrame.JAVA_CODE)).isEqualTo(FrameKind.OTHER_JAVA);
    }

    @Test
    void theJdksLibrariesAreThoseBesideItsJvm() {
        FrameKinds kinds = kinds("/usr/lib/libz.so.1", "/opt/jdk/lib/server/libjvm.so");

        assertThat(ofFunction(kinds, "/opt/jdk/lib/server/libjvm.so")).isEqualTo(FrameKind.JVM);
        assertThat(ofFunction(kinds, "/opt/jdk/lib/libzip.so")).isEqualTo(FrameKind.JVM);
        assertThat(ofFunction(kinds, "/opt/jdk/library.so")).isEqualTo(FrameKind.NATIVE);
        assertThat(ofFunction(kinds, "/usr/lib/libz.so.1")).isEqualTo(FrameKind.NATIVE);
        assertThat(ofFunction(kinds(), "/opt/jdk/lib/libzip.so")).isEqualTo(FrameKind.NATIVE);
        assertThat(ofFunction(kinds(), "/opt/jdk/lib/server/libjvm.so")).isEqualTo(FrameKind.JVM);
    }

    @Test
    void aFunctionWithoutANameIsItsLibrarys() {
        FrameKinds kinds = kinds("/opt/jdk/lib/server/libjvm.so");

        assertThat(kinds.of(new UnknownFrame("/opt/jdk/lib/libnio.so", 16))).isEqualTo(FrameKind.JVM);
        assertThat(kinds.of(new UnknownFrame("/usr/lib/libz.so.1", 16))).isEqualTo(FrameKind.NATIVE);
        assertThat(kinds.of(new UnknownFrame(null, 16))).isEqualTo(FrameKind.UNKNOWN);
        assertThat(kinds.of(MarkerFrame.CUT)).isEqualTo(FrameKind.UNKNOWN);
    }
}
