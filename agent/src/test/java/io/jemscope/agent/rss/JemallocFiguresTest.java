package io.jemscope.agent.rss;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.allocator.MemorySummary;
import org.junit.jupiter.api.Test;

class JemallocFiguresTest {

    private static final JemallocFigures NONE =
            new JemallocFigures(null, 0, 0, 0, 0, 0, 0, 0, true, "a dump is being made");

    @Test
    void memoryThatGrewMeanwhileWasNeverMoreThanAtTheEnd() {
        JemallocFigures both = figures(10, 100).until(figures(30, 300));

        assertThat(both.mostBytes()).isEqualTo(30);
        assertThat(both.spaceBytes()).isEqualTo(300);
        assertThat(both.memory()).isEqualTo(figures(30, 300).memory());
    }

    @Test
    void memoryThatShrankMeanwhileMayHaveBeenSeenBefore() {
        JemallocFigures both = figures(30, 300).until(figures(10, 100));

        assertThat(both.mostBytes()).isEqualTo(30);
        assertThat(both.spaceBytes()).isEqualTo(300);
        assertThat(both.memory()).isEqualTo(figures(10, 100).memory());
    }

    @Test
    void whereADumpBeginsOrEndsMeanwhileThereIsWhatIsKnown() {
        assertThat(figures(30, 300).until(NONE)).isEqualTo(figures(30, 300));
        assertThat(NONE.until(figures(30, 300))).isEqualTo(figures(30, 300));
        assertThat(NONE.until(NONE)).isEqualTo(NONE);
    }

    private static JemallocFigures figures(long residentBytes, long spaceBytes) {
        MemorySummary memory = new MemorySummary(1, 2, 3, residentBytes, spaceBytes, 0);
        return new JemallocFigures(memory, residentBytes, spaceBytes, 5, 6, 7, 8, 9, true, null);
    }
}
