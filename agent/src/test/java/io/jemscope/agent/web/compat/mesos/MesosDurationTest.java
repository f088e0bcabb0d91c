package io.jemscope.agent.web.compat.mesos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MesosDurationTest {

    @ParameterizedTest
    @CsvSource({
        "5mins, PT5M",
        "90secs, PT1M30S",
        "1.5hrs, PT1H30M",
        "500ms, PT0.5S",
        "1days, PT24H",
        "2weeks, PT336H",
        "7us, PT0.000007S",
        "12ns, PT0.000000012S",
        "600, PT10M",
        "1.25, PT1.25S",
        ".5hrs, PT30M",
        "5.secs, PT5S",
        "0secs, PT0S",
        "0.9999999999secs, PT0.999999999S",
        "99999999999999999999weeks, PT277777H46M40S"
    })
    void readsANumberAndAUnit(String text, Duration meant) {
        assertThat(MesosDuration.parse(text)).isEqualTo(meant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "secs",
                "-5secs",
                "+5secs",
                "5 secs",
                " 5secs",
                "5secs ",
                "5sec",
                "5s",
                "5m",
                "5MINS",
                "5minutes",
                ".",
                "1.2.3secs",
                "1e3secs",
                "0x10secs",
                "NaN",
                "Infinity",
                "5mins5secs",
                "٥secs",
                "5\u0000"
            })
    void refusesAnythingElse(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> MesosDuration.parse(text));
    }
}
