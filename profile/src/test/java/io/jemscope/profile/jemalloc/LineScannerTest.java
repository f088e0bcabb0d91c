package io.jemscope.profile.jemalloc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.profile.FormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineScannerTest {

    private static LineScanner over(String text) {
        return new LineScanner(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "text");
    }

    @Test
    void pointsAtALineThatWasOpenedOnly() throws IOException {
        for (String end : new String[] {"\n", "\r\n"}) {
            LineScanner lines = over("the first" + end + end + "@ 0x1" + end);
            assertThat(lines.next()).isTrue();
            assertThat(lines.next()).isTrue();
            assertThat(lines.nextOpen()).isTrue();

            assertThat(lines.fail("no more")).hasMessageContaining("line 3 (\"@ 0x1\"): no more");
        }
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
    void pointsAtAClosedLineWithoutItsEnd() throws IOException {
        LineScanner lines = over("the first\r\nlast\r");
        assertThat(lines.next()).isTrue();
        assertThat(lines.fail("why")).hasMessageContaining("line 1 (\"the first\"): why");
        assertThat(lines.next()).isTrue();
        assertThat(lines.fail("why")).hasMessageContaining("line 2 (\"last\"): why");
    }
}
