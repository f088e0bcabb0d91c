package io.jemscope.profile.jemalloc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.profile.FormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("one-jdk")
class LineScannerTest {

    private static LineScanner over(String text) {
        return new LineScanner(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "text");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1152921504606846977", "9999999999999999999", "10000000000000000000", "11529215046068469769"})
    void refusesNumbersBeyondTheLargest(String number) throws IOException {
        LineScanner lines = over("1152921504606846976 " + number);
        assertThat(lines.next()).isTrue();
        assertThat(lines.decimal()).isEqualTo(LineScanner.LARGEST_NUMBER);
        lines.skipBlanks();

        assertThatThrownBy(lines::decimal)
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("the number at column 21 is larger than any memory");
    }

    @Test
    void failsWithTheLineWithoutItsLineBreak() throws IOException {
        LineScanner lines = over("the first\r\nlast\r");
        assertThat(lines.next()).isTrue();
        assertThat(lines.fail("why")).hasMessageContaining("line 1 (\"the first\"): why");
        assertThat(lines.next()).isTrue();
        assertThat(lines.fail("why")).hasMessageContaining("line 2 (\"last\"): why");
    }

    @Test
    void findsTheLinesOfAnyTextHoweverTheStreamIsCut() throws IOException {
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            List<String> expected = new ArrayList<>();
            for (int line = random.nextInt(6); line > 0; line--) {
                String content = "x\u000b\ry".repeat(random.nextInt(random.nextInt(50) == 0 ? 100_000 : 6));
                boolean last = line == 1 && !content.isEmpty() && random.nextBoolean();
                text.append(content).append(last ? "" : random.nextBoolean() ? "\n" : "\r\n");
                expected.add(content);
            }
            int most = 1 + random.nextInt(random.nextBoolean() ? 8 : 10_000);
            LineScanner lines = new LineScanner(
                    new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)) {
                        @Override
                        public synchronized int read(byte[] to, int offset, int length) {
                            return super.read(to, offset, Math.min(length, most));
                        }
                    },
                    "text");
            List<String> found = new ArrayList<>();
            while (lines.next()) {
                found.add(lines.rest());
            }
            assertThat(found).isEqualTo(expected);
            assertThat(lines.endsWithinLine()).isEqualTo(!text.isEmpty() && text.charAt(text.length() - 1) != '\n');
        }
    }
}
