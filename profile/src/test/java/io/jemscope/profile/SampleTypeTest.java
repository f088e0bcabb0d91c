package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleTypeTest {

    private static final Sample SAMPLE = new Sample(List.of(), new Amount(2, 300), new Amount(5, 700), Map.of());

    @ParameterizedTest
    @CsvSource({
        "LIVE_BYTES, 300, bytes",
        "LIVE_OBJECTS, 2, count",
        "ACCUMULATED_BYTES, 700, bytes",
        "ACCUMULATED_OBJECTS, 5, count"
    })
    void picksOneOfTheFourFigures(SampleType measure, double figure, String unit) {
        assertThat(measure.of(SAMPLE)).isEqualTo(figure);
        assertThat(measure.figure(measure.amount(SAMPLE))).isEqualTo(figure);
        assertThat(measure.unit()).isEqualTo(unit);
    }
}
