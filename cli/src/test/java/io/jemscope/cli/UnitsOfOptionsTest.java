package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** Sizes and spans of time as people write them. */
class UnitsOfOptionsTest {

    @Test
    void sizes() {
        ByteSize size = new ByteSize();

        assertThat(size.convert("524288")).isEqualTo(524_288);
        assertThat(size.convert("512KiB")).isEqualTo(524_288);
        assertThat(size.convert("64k")).isEqualTo(65_536);
        assertThat(size.convert("1 MiB")).isEqualTo(1 << 20);
        assertThat(size.convert("2g")).isEqualTo(2L << 30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "KiB", "5 apples", "-1", "1.5M", "9999999999999999999"})
    void noSizes(String text) {
        assertThatThrownBy(() -> new ByteSize().convert(text)).isInstanceOf(TypeConversionException.class);
    }

    @Test
    void spans() {
        TimeSpan span = new TimeSpan();

        assertThat(span.convert("30")).isEqualTo(Duration.ofSeconds(30));
        assertThat(span.convert("30s")).isEqualTo(Duration.ofSeconds(30));
        assertThat(span.convert("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(span.convert("1h30m")).isEqualTo(Duration.ofMinutes(90));
        assertThat(span.convert("2d")).isEqualTo(Duration.ofDays(2));
        assertThat(span.convert("0")).isEqualTo(Duration.ZERO);
    }

    @Test
    void spansAsMesosWritesThem() {
        TimeSpan span = new TimeSpan();

        assertThat(span.convert("5secs")).isEqualTo(Duration.ofSeconds(5));
        assertThat(span.convert("5mins")).isEqualTo(Duration.ofMinutes(5));
        assertThat(span.convert("1.5hrs")).isEqualTo(Duration.ofMinutes(90));
        assertThat(span.convert("1days")).isEqualTo(Duration.ofDays(1));
        assertThat(span.convert("2weeks")).isEqualTo(Duration.ofDays(14));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "soon",
                "5 minutes later",
                "-3s",
                "s",
                "1h30x",
                "9999999999s",
                ".",
                "1.2.3s",
                "1.s.",
                "36501d"
            })
    void noSpans(String text) {
        assertThatThrownBy(() -> new TimeSpan().convert(text)).isInstanceOf(TypeConversionException.class);
    }
}
