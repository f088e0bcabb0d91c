package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FrameTest {

    @Test
    void everyKindTellsItsSourceAndLibraryAsFarAsItHasThem() {
        SourceLine line = new SourceLine("a.c", 7);
        List<Frame> frames = List.of(
                new NativeFrame("f", "f", "/lib/a.so", line),
                new JavaFrame(null, "a.B", "c", line, false),
                new UnknownFrame("/lib/a.so", 16),
                MarkerFrame.CUT);

        assertThat(frames).extracting(Frame::source).containsExactly(line, line, null, null);
        assertThat(frames).extracting(Frame::library).containsExactly("/lib/a.so", null, "/lib/a.so", null);
    }
}
