package io.jemscope.agent.dumps;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.allocator.DumpKind;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DumpNameTest {

    private static final Instant MADE = Instant.parse("2026-03-04T05:06:07.089Z");

    @ParameterizedTest
    @EnumSource(DumpKind.class)
    void whatIsNamedIsKnownAgain(DumpKind kind) {
        assertThat(DumpName.of(DumpName.id(4711, MADE, 12, kind), 4711)).isEqualTo(new DumpName(12, kind));
    }

    @Test
    void namesSortAsTheyWereMade() {
        assertThat(DumpName.id(1, MADE, 9, DumpKind.ASKED)).isLessThan(DumpName.id(1, MADE, 10, DumpKind.ASKED));
        assertThat(DumpName.id(1, MADE, 12_345, DumpKind.ASKED)).endsWith(".12345.asked");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "4711", "4711.final", "4711.x.y.asked", "4711.x.1.f", "4712.x.1.asked", "4711.asked"})
    void everythingElseIsAnothers(String id) {
        assertThat(DumpName.of(id, 4711)).isNull();
    }
}
