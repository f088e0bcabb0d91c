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
        assertThat(jemalloc.detection().present()).isTrue();
        assertThat(jemalloc.detection().version()).matches("glibc 2\\.[0-9]+, sampled by jemscope");
        assertThat(jemalloc.read(Control.OPT_PROF)).isTrue();
        jemalloc.write(Control.PROF_ACTIVE, true);
        assertThat(jemalloc.read(Control.PROF_ACTIVE)).isTrue();
        jemalloc.write(Control.PROF_ACTIVE, false);
        assertThat(jemalloc.read(Control.PROF_ACTIVE)).isFalse();
    }

    @Test
    void jemallocsOwnControlsAreAbsent() throws AllocatorException {
        assertThat(jemalloc.find(Control.BACKGROUND_THREAD)).isEmpty();
        assertThatThrownBy(jemalloc::memory).isInstanceOf(AllocatorException.class);
    }
}
