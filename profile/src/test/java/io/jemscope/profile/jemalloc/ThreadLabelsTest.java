package io.jemscope.profile.jemalloc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.profile.Dumps;
import io.jemscope.profile.FormatException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ThreadLabelsTest {

    private final ThreadLabels labels = new ThreadLabels();

    private static LineScanner line(String text) throws IOException {
        LineScanner lines = new LineScanner(Dumps.stream(text), "heap dump");
        assertThat(lines.next()).isTrue();
        return lines;
    }

    @Test
    void namesAThreadByItsNameOrNumber() throws IOException {
        LineScanner lines = line("  t1: 1: 2 [0: 0]\n");
        labels.name(lines, 1, "main");

        assertThat(labels.all().get(2 * labels.thread(lines, 1))).containsEntry("thread", "main");
        assertThat(labels.all().get(2 * labels.thread(lines, 1L << 40)))
                .containsEntry("thread", "thread " + (1L << 40));
        assertThat(labels.thread(lines, 1L << 40)).isEqualTo(labels.thread(lines, 1L << 40));
    }

    @Test
    void refusesTooManyThreadsWithOrWithoutNames() throws IOException {
        LineScanner lines = line("  t70000: 1: 2 [0: 0]\n");
        for (int i = 0; i < ThreadLabels.MOST_THREADS; i++) {
            labels.name(lines, i & 0xff, "worker");
        }

        assertThat(labels.thread(lines, 7)).isEqualTo(labels.thread(lines, 8));
        assertThatThrownBy(() -> labels.thread(lines, 70_000))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("line 1 (\"  t70000: 1: 2 [0: 0]\"): there are more than 1048576 threads");
        assertThatThrownBy(() -> labels.name(lines, 3, "one more")).isInstanceOf(FormatException.class);
        assertThat(labels.all()).hasSize(4);
    }
}
