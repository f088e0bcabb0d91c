package io.jemscope.profile.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonStreamTest {

    @ParameterizedTest
    @CsvSource({
        "4096.0, 4096",
        "-0.5, -0.5",
        "1.5e300, 1.5E300",
        "9007199254740992, 9007199254740992",
        "NaN, ",
        "Infinity, "
    })
    void writesNumbersThatJsonHas(double number, String written) {
        Number known = JsonStream.number(number);

        assertThat(known == null ? null : known.toString()).isEqualTo(written);
    }
}
