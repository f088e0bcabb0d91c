package io.jemscope.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.cli.control.AgentState;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LiveLineTest {

    private static final AgentState STATE = new AgentState(1234, 1331L << 20, 128L << 20);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void tellsElapsedTimeMemoryAndSamples() {
        assertThat(LiveLine.text(Duration.ofMillis(62_900), STATE))
                .isEqualTo("jemscope: 01:02, 1,234 samples, RSS 1.3 GiB, malloc's at most 128.0 MiB");
    }

    @Test
    void saysNothingWhereThereIsNoTerminal() {
        LiveLine line = new LiveLine(out, false);

        line.show(Duration.ofSeconds(1), STATE);
        line.clear();

        assertThat(bytes.size()).isZero();
    }

    @Test
    void isDueOnceASecond() {
        LiveLine line = new LiveLine(out, true);

        assertThat(line.isDue(Duration.ofMillis(900))).isFalse();
        assertThat(line.isDue(Duration.ofMillis(1_100))).isTrue();
        line.show(Duration.ofMillis(1_100), STATE);
        assertThat(line.isDue(Duration.ofMillis(1_900))).isFalse();
        assertThat(line.isDue(Duration.ofSeconds(2))).isTrue();
        assertThat(new LiveLine(out, false).isDue(Duration.ofSeconds(5))).isFalse();
    }

    @Test
    void leavesNothingBehind() {
        LiveLine line = new LiveLine(out, true);

        line.show(Duration.ofSeconds(1), STATE);
        line.clear();

        assertThat(bytes.toString(StandardCharsets.UTF_8)).endsWith("\r\u001B[K");
    }

    @Test
    void otherOutputBeginsOnALineOfItsOwn() {
        LiveLine line = new LiveLine(out, true);

        line.show(Duration.ofSeconds(1), STATE);
        line.aside(() -> out.print("hi"));

        assertThat(bytes.toString(StandardCharsets.UTF_8)).endsWith("\r\u001B[Khi");
    }

    @Test
    void theForegroundIsReadFromTheKernelsLine() {
        assertThat(Foreground.isForeground("4711 (ja va) x) S 4000 4711 4000 34816 4711 4194304 1"))
                .isTrue();
        assertThat(Foreground.isForeground("4711 (java) S 4000 4711 4000 34816 4000 4194304 1"))
                .isFalse();
        assertThat(Foreground.isForeground("4711 (java) S 4000 4711 4000 0 -1 4194304 1"))
                .isFalse();
        assertThat(Foreground.isForeground("")).isFalse();
    }
}
