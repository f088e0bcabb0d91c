package io.jemscope.agent.dumps;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.allocator.DumpKind;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrphanNameTest {

    private static final Instant MADE = Instant.parse("2026-03-04T05:06:07.089Z");

    @ParameterizedTest
    @EnumSource(DumpKind.class)
    void whatAStoreHasNamedIsKnown(DumpKind kind) {
        assertThat(OrphanName.of(DumpName.id(4711, MADE, 12, kind) + ".heap"))
                .isEqualTo(new OrphanName(4711, 12, kind));
        assertThat(OrphanName.of(DumpName.id(1, MADE, 12_345, kind) + ".heap"))
                .isEqualTo(new OrphanName(1, 12_345, kind));
    }

    @Test
    void soIsTheLastOfAllThatTheNativeLibraryMakes() {
        assertThat(OrphanName.of("4711.final.heap")).isEqualTo(new OrphanName(4711, 0, DumpKind.FINAL));
        assertThat(OrphanName.of("1.12.final.heap")).isEqualTo(new OrphanName(1, 12, DumpKind.FINAL));
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
        assertThat(OrphanName.of(name)).isNull();
    }
}
