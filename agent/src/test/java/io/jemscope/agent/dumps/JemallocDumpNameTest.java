package io.jemscope.agent.dumps;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.allocator.DumpKind;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JemallocDumpNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"4711.0.f", "4711.3.i2", "4711.12.u0", "4711.1.m7"})
    void anIdIsKnownWithoutThePrefix(String id) {
        JemallocDumpName says = Objects.requireNonNull(JemallocDumpName.ofId(id, 4711));

        assertThat(says.id(4711)).isEqualTo(id);
        assertThat(JemallocDumpName.ofId(id, 471)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "4711",
                "4711.",
                "4711..",
                "4711.f",
                "4711..f",
                "4711.0.",
                "4711.0.x1",
                "4711.0.i",
                "4711.1.0.i2",
                "4711.03.i2",
                "4711.20260304-050607-089.0001.asked"
            })
    void anotherIdIsNone(String id) {
        assertThat(JemallocDumpName.ofId(id, 4711)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "jeprof.4711.0.f.heap, 0, FINAL, 4711.0.f",
        "jeprof.4711.12.i3.heap, 12, INTERVAL, 4711.12.i3",
        "jeprof.4711.2.u0.heap, 2, HIGH_WATER, 4711.2.u0",
        "jeprof.4711.7.m6.heap, 7, MANUAL, 4711.7.m6",
        "jeprof.4026531836.4711.7.m6.heap, 7, MANUAL, 4711.7.m6",
    })
    void saysWhichDumpItIs(String name, long sequence, DumpKind kind, String id) {
        JemallocDumpName says = Objects.requireNonNull(JemallocDumpName.of(name, "jeprof", 4711));

        assertThat(says.sequence()).isEqualTo(sequence);
        assertThat(says.kind()).isEqualTo(kind);
        assertThat(says.id(4711)).isEqualTo(id);
    }

    @Test
    void aPrefixMayHaveDotsAndNumbers() {
        assertThat(JemallocDumpName.of("a.1.2.4711.0.f.heap", "a.1.2", 4711)).isNotNull();
        assertThat(JemallocDumpName.of("a.1.2.4711.0.f.heap", "a.1", 4711)).isNotNull();
        assertThat(JemallocDumpName.of("a.1.2.4711.0.f.heap", "a", 4711)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jeprof.4712.0.f.heap",
                "jeprof.4711.0.f.heap.symbols",
                "jeprof.4711.0.x1.heap",
                "jeprof.4711.0.i.heap",
                "jeprof.4711.0.f1.heap",
                "jeprof.4711..f.heap",
                "jeprof.4711.f.heap",
                "jeprof.f.heap",
                "jeprof..heap",
                "jeprof.heap",
                "jeprofs.4711.0.f.heap",
                "jeprof.x.4711.0.f.heap",
                "jeprof.4711.99999999999999999999.f.heap",
                ".heap",
                ""
            })
    void everythingElseIsAnothers(String name) {
        assertThat(JemallocDumpName.of(name, "jeprof", 4711)).isNull();
    }
}
