package io.jemscope.agent.profiling;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RunRequestTest {

    @Test
    void aRequestThatMakesNoSenseIsNone() {
        assertThatThrownBy(() -> RunRequest.of(Duration.ofMillis(999))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RunRequest.of(Duration.ofHours(24).plusNanos(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RunBench.rate(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RunBench.rate(3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RunBench.rate(1L << 41)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RunRequest(Optional.empty(), Optional.empty(), OptionalLong.of(4096), false, true))
                .hasMessageContaining("throws away");
        assertThatThrownBy(() -> new RunRequest(
                        Optional.empty(), Optional.of("x".repeat(101)), OptionalLong.empty(), false, true))
                .hasMessageContaining("100 characters");
    }

    /** In jemalloc each small block that is sampled becomes one of 16 KiB. */
    @Test
    void whatCostsTheProgramMemoryHasToBeAllowed() {
        assertThatThrownBy(() -> RunBench.rate(512)).hasMessageContaining("from 1024 to");
        assertThatThrownBy(() -> RunBench.rate(32 << 10).allowing(false))
                .hasMessageContaining("cost the program memory");
        assertThatCode(() -> RunBench.rate(64 << 10).allowing(false)).doesNotThrowAnyException();
        assertThatCode(() -> RunBench.rate(1 << 10).allowing(true)).doesNotThrowAnyException();
        assertThatCode(() -> RunBench.MINUTE.allowing(false)).doesNotThrowAnyException();
    }
}
