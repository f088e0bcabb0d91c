package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteUnitTest {

    @ParameterizedTest
    @CsvSource({
        "auto, AUTO",
        "minimum, AUTO",
        "B, B",
        "bytes, B",
        "KiB, KIB",
        "kb, KIB",
        "kilobytes, KIB",
        "MiB, MIB",
        "megabytes, MIB",
        "GB, GIB",
        "gigabyte, GIB",
        "tib, TIB",
        "terabytes, TIB"
    })
    void hasPprofsNamesToo(String name, ByteUnit unit) {
        assertThat(ByteUnit.named(name)).contains(unit);
    }

    @ParameterizedTest
    @CsvSource({"pages", "''", "Ki", "petabytes"})
    void hasNoOthers(String name) {
        assertThat(ByteUnit.named(name)).isEmpty();
    }
}
