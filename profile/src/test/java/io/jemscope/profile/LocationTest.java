package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LocationTest {

    private static final Frame JAVA = new JavaFrame(null, "a.B", "c", null, false);
    private static final Frame NATIVE = new NativeFrame("f", "f", null, null);

    private static boolean isJava(long address, Frame... frames) {
        return new Location(address, null, List.of(frames)).isJava();
    }

    @Test
    void isJavaByAddressOrFrames() {
        assertThat(isJava(PseudoAddress.JAVA_START + 7)).isTrue();
        assertThat(isJava(PseudoAddress.JAVA_START, MarkerFrame.NAME_LOST)).isTrue();
        assertThat(isJava(0, NATIVE, JAVA)).isTrue();
        assertThat(isJava(0, MarkerFrame.NAME_LOST)).isTrue();
        assertThat(isJava(0x7f00_0000_1000L)).isFalse();
        assertThat(isJava(0x7f00_0000_1000L, NATIVE)).isFalse();
        assertThat(isJava(0x7f00_0000_1000L, MarkerFrame.JAVA_CODE)).isFalse();
        assertThat(isJava(PseudoAddress.CUT, MarkerFrame.CUT)).isFalse();
        // A mark that this release doesn't know.
        assertThat(isJava(PseudoAddress.MARKER_START + 9, MarkerFrame.NAME_LOST))
                .isFalse();
    }
}
