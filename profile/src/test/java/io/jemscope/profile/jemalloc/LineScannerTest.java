package io.jemscope.profile.jemalloc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

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

    @Test
    void pointsAtAClosedLineWithoutItsEnd() throws IOException {
        LineScanner lines = over("the first\r\nlast\r");
        assertThat(lines.next()).isTrue();
        assertThat(lines.fail("why")).hasMessageContaining("line 1 (\"the first\"): why");
        assertThat(lines.next()).isTrue();
        assertThat(lines.fail("why")).hasMessageContaining("line 2 (\"last\"): why");
    }
}
