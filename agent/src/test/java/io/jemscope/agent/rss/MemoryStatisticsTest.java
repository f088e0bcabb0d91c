package io.jemscope.agent.rss;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MemoryStatisticsTest {

    @Test
    void pressureIsReadAsTheKernelWritesIt() {
        TreeMap<String, Double> figures = new TreeMap<>();

        MemoryStatistics.addPressure("""
                some avg10=1.00 avg60=2.50 avg300=3.00 total=4711
                full avg10=0.00 avg60=0.25 avg300=0.00 total=42
                """, figures);

        assertThat(figures)
                .containsEntry("pressure.some.percent", 2.5)
                .containsEntry("pressure.some.stalled.us", 4711.0)
                .containsEntry("pressure.full.percent", 0.25)
                .containsEntry("pressure.full.stalled.us", 42.0)
                .hasSize(4);
    }

    @Test
    void anotherFormOfPressureIsLeftOut() {
        TreeMap<String, Double> figures = new TreeMap<>();

        MemoryStatistics.addPressure("none\nsome avg60=", figures);
        MemoryStatistics.addPressure("some avg60=x y total=\nfull total=7 avg60=1 ", figures);

        assertThat(figures).doesNotContainKey("pressure.some.percent").doesNotContainKey("pressure.full.percent");
    }
}
