package io.jemscope.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeClassTest {

    @ParameterizedTest
    @CsvSource({
        "1, 8",
        "8, 8",
        "9, 16",
        "112, 112",
        "113, 128",
        "128, 128",
        "129, 160",
        "256, 256",
        "257, 320",
        "7152, 7168",
        "65536, 65536",
        "65537, 81920",
        "77003, 81920",
        "1999993, 2097152"
    })
    void roundsUpToTheTableInTheManual(long requestedBytes, long classBytes) {
        assertThat(SizeClass.of(requestedBytes)).isEqualTo(classBytes);
    }

    @Test
    void refusesARequestForNothing() {
        assertThatThrownBy(() -> SizeClass.of(0)).hasMessageContaining("at least 1 byte");
    }
}
