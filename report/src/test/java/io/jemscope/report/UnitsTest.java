package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class UnitsTest {

    @Test
    void aRatioThatIsNotKnownIsAQuestion() {
        assertThat(Units.ratioPercent(Double.NaN)).isEqualTo("?");
    }

    @Test
    void bytesTakeTheUnitThatSuitsThem() {
        assertThat(Units.bytes(0)).isEqualTo("0 B");
        assertThat(Units.bytes(1023)).isEqualTo("1023 B");
        assertThat(Units.bytes(1023.7)).isEqualTo("1.0 KiB");
        assertThat(Units.bytes(1024)).isEqualTo("1.0 KiB");
        assertThat(Units.bytes(1536)).isEqualTo("1.5 KiB");
        assertThat(Units.bytes(1024 * 1024 - 1)).isEqualTo("1.0 MiB");
        assertThat(Units.bytes(96L << 20)).isEqualTo("96.0 MiB");
        assertThat(Units.bytes(3.25 * (1L << 30))).isEqualTo("3.3 GiB");
        assertThat(Units.bytes(2 * (double) (1L << 40))).isEqualTo("2.0 TiB");
        assertThat(Units.bytes(-2048)).isEqualTo("-2.0 KiB");
        assertThat(Units.bytes(Long.MAX_VALUE)).isEqualTo("8.0 EiB");
    }

    @Test
    void bytesTakeTheUnitAskedFor() {
        assertThat(Units.bytes(96L << 20, ByteUnit.AUTO)).isEqualTo("96.0 MiB");
        assertThat(Units.bytes(96L << 20, ByteUnit.B)).isEqualTo("100,663,296 B");
        assertThat(Units.bytes(96L << 20, ByteUnit.KIB)).isEqualTo("98,304.0 KiB");
        assertThat(Units.bytes(96L << 20, ByteUnit.MIB)).isEqualTo("96.0 MiB");
        assertThat(Units.bytes(96L << 20, ByteUnit.GIB)).isEqualTo("0.094 GiB");
        assertThat(Units.bytes(2_048, ByteUnit.GIB)).isEqualTo("0.0000019 GiB");
        assertThat(Units.bytes(0, ByteUnit.MIB)).isEqualTo("0.0 MiB");
        assertThat(Units.bytes(0.99 * 1024, ByteUnit.KIB)).isEqualTo("1.0 KiB");
        assertThat(Units.bytes(512, ByteUnit.KIB)).isEqualTo("0.50 KiB");
        assertThat(Units.bytes(-512, ByteUnit.KIB)).isEqualTo("-0.50 KiB");
        assertThat(Units.bytes(-3 << 20, ByteUnit.MIB)).isEqualTo("-3.0 MiB");
    }

    @Test
    void countsAreGroupedByThousands() {
        assertThat(Units.count(0)).isEqualTo("0");
        assertThat(Units.count(999.4)).isEqualTo("999");
        assertThat(Units.count(999.5)).isEqualTo("1,000");
        assertThat(Units.count(1234567)).isEqualTo("1,234,567");
        assertThat(Units.count(-1234)).isEqualTo("-1,234");
    }

    @Test
    void sharesHaveOneDecimal() {
        assertThat(Units.percent(1, 3)).isEqualTo("33.3%");
        assertThat(Units.percent(1, 0)).isEqualTo("0.0%");
        assertThat(Units.ratioPercent(0.9999)).isEqualTo("100.0%");
        assertThat(Units.ratioPercent(-0.051)).isEqualTo("-5.1%");
    }

    @Test
    void spansTakeAtMostTwoUnits() {
        assertThat(Units.span(Duration.ofMillis(12))).isEqualTo("12 ms");
        assertThat(Units.span(Duration.ofMillis(3_440))).isEqualTo("3.4 s");
        assertThat(Units.span(Duration.ofMillis(59_990))).isEqualTo("1 min");
        assertThat(Units.span(Duration.ofSeconds(125))).isEqualTo("2 min 5 s");
        assertThat(Units.span(Duration.ofMinutes(200))).isEqualTo("3 h 20 min");
        assertThat(Units.span(Duration.ofSeconds(-5))).isEqualTo("0 ms");
    }

    @Test
    void wideLettersTakeTwoColumns() {
        assertThat(DisplayWidth.of("abc")).isEqualTo(3);
        assertThat(DisplayWidth.of("漢字")).isEqualTo(4);
        assertThat(DisplayWidth.of("e\u0301")).isEqualTo(1);
        assertThat(DisplayWidth.of("…→│")).isEqualTo(3);
        assertThat(DisplayWidth.cut("inflateInit2_", 8)).isEqualTo("inflate…");
        assertThat(DisplayWidth.cut("漢字漢字", 4)).isEqualTo("漢…");
        assertThat(DisplayWidth.cut("short", 5)).isEqualTo("short");
    }

    @Test
    void tablesAlignByColumns() {
        TextTable table = new TextTable("rl");
        table.add("1", "漢");
        table.add("1,000", "x");
        StringBuilder out = new StringBuilder();

        table.appendTo(out, "");

        assertThat(out).hasToString("    1  漢\n1,000  x\n");
    }
}
