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

    @Test
    void namesSortAsTheyWereMade() {
        assertThat(DumpName.id(1, MADE, 9, DumpKind.ASKED)).isLessThan(DumpName.id(1, MADE, 10, DumpKind.ASKED));
        assertThat(DumpName.id(1, MADE, 12_345, DumpKind.ASKED)).endsWith(".12345.asked");
    }

    @ParameterizedTest
    @EnumSource(DumpKind.class)
    void whatAStoreHasNamedIsKnown(DumpKind kind) {
        assertThat(DumpName.of(DumpName.id(4711, MADE, 12, kind) + ".heap"))
                .isEqualTo(new DumpName(4711, 12, kind, true));
        assertThat(DumpName.of(DumpName.id(1, MADE, 12_345, kind) + ".heap"))
                .isEqualTo(new DumpName(1, 12_345, kind, true));
    }

    @Test
    void soIsTheLastOfAllThatTheNativeLibraryMakes() {
        assertThat(DumpName.of("4711.final.heap")).isEqualTo(new DumpName(4711, 0, DumpKind.FINAL, false));
        assertThat(DumpName.of("1.12.final.heap")).isEqualTo(new DumpName(1, 12, DumpKind.FINAL, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".heap",
                "final.heap",
                ".final.heap",
                "0.final.heap",
                "4711.heap",
                "4711.asked.heap",
                "4711.x.final.heap",
                "4711.1.2.final.heap",
                "4711..final.heap",
                "-1.final.heap",
                "4711.final.heap.symbols",
                "4711.20260304-050607-089.0001.asked",
                "4711.20260304-050607-089.0001.asked.heap.symbols",
                "4711.20260304-050607-089.1.asked.heap",
                "4711.20260304-050607-089.00001.asked.heap",
                "4711.20260304-050607-089.0001.mine.heap",
                "4711.20260304-050607-089.x.0001.asked.heap",
                "4711.20260304-050607-089.asked.heap",
                "4711.20260304-050607.0001.asked.heap",
                "4711.20260304x050607-089.0001.asked.heap",
                "4711.today.0001.asked.heap",
                "before-release.20260304-050607-089.0001.asked.heap",
                "je.4711.0.i0.heap",
                "99999999999999999999.final.heap"
            })
    void everythingElseIsSomebodysOwn(String name) {
        assertThat(DumpName.of(name)).isNull();
    }
}
