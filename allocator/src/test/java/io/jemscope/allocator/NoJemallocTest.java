package io.jemscope.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Runs in a JVM with glibc's malloc. */
class NoJemallocTest {

    private final Jemalloc jemalloc = Jemalloc.load(Path.of(System.getProperty("jemscope.native")));

    @Test
    void isDetectedAsAbsent() throws AllocatorException {
        assertThat(jemalloc.detection()).isEqualTo(Detection.ABSENT);
        assertThat(jemalloc.find(Control.OPT_PROF)).isEmpty();
        assertThat(jemalloc.installed()).isFalse();
    }

    @Test
    void saysWhatToSet() {
        assertThatThrownBy(() -> jemalloc.write(Control.PROF_ACTIVE, true))
                .isInstanceOf(AllocatorException.class)
                .hasMessageContaining("LD_PRELOAD");
    }
}
