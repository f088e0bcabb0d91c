package io.jemscope.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Runs in a JVM with glibc's malloc, which Jemscope samples itself. */
class NoJemallocTest {

    private final Jemalloc jemalloc = Jemalloc.load(Path.of(System.getProperty("jemscope.native")));

    @Test
    void profilingIsOurs() throws AllocatorException {
        Detection detection = jemalloc.detection();
        assertThat(detection.present()).isFalse();
        assertThat(detection.isGlibc()).isTrue();
        assertThat(detection.sampledHere()).isTrue();
        assertThat(jemalloc.read(Control.VERSION).orElseThrow())
                .isEqualTo(detection.malloc() + ", sampled by jemscope");
        assertThat(jemalloc.read(Control.OPT_PROF)).isTrue();
        jemalloc.write(Control.PROF_ACTIVE, true);
        assertThat(jemalloc.read(Control.PROF_ACTIVE)).isTrue();
        jemalloc.write(Control.PROF_ACTIVE, false);
        assertThat(jemalloc.read(Control.PROF_ACTIVE)).isFalse();
    }

    @Test
    void statisticsAreGlibcs() throws AllocatorException {
        GlibcMemory memory = jemalloc.glibcMemory().orElseThrow();
        assertThat(memory.allocatedBytes()).isPositive();
        assertThat(memory.arenas()).isPositive();
        assertThat(jemalloc.read(Control.STATS_ALLOCATED)).isBetween(memory.heldBytes() / 2, memory.heldBytes() * 2);
        assertThat(jemalloc.statistics(StatisticsQuery.TEXT))
                .contains("Begin glibc statistics", "End glibc statistics");
        assertThat(jemalloc.statistics(StatisticsQuery.JSON))
                .startsWith("{\"allocator\":\"glibc 2.")
                .contains("\"mallinfo2\":{\"arena\":", "\"arenas\":[{\"arena\":0,");
        jemalloc.run(Control.TRIM);
    }

    @Test
    void jemallocsOwnControlsAreAbsent() throws AllocatorException {
        assertThat(jemalloc.find(Control.BACKGROUND_THREAD)).isEmpty();
        assertThatThrownBy(jemalloc::memory).isInstanceOf(AllocatorException.class);
    }
}
