package io.jemscope.agent.web.compat.pprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.httpd.ApiException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AskedAddressesTest {

    @Test
    void eachIsLookedUpOnceAsWhatFollowsIt() throws ApiException {
        AskedAddresses asked = AskedAddresses.of("0x20+0x10 0X0010\r\n+1f&ffffffffffffffff+");

        assertThat(asked.returns()).containsExactly(0, 0x11, 0x20, 0x21);
    }

    @Test
    void whatStandsForCompiledCodeIsLookedUpAsItIs() throws ApiException {
        assertThat(AskedAddresses.of("0x4a4d000000000002").returns()).containsExactly(CallerMarks.MARK);
    }

    @Test
    void eachThatHasANameIsToldOnceAsItWasWritten() throws ApiException {
        AskedAddresses asked = AskedAddresses.of("0x0020+0x10+0x20+0x30");

        assertThat(asked.lines(Map.of(0x21L, "twenty", 0x31L, "thirty"))).isEqualTo("0x0020\ttwenty\n0x30\tthirty\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "+", " \r\n&+"})
    void nothingMayBeAskedFor(String text) throws ApiException {
        assertThat(AskedAddresses.of(text).isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x", "x", "0xg", "-1", "+0x1+-0x1", "0x10000000000000000"})
    void whatIsNoAddressIsRefused(String text) {
        assertThatThrownBy(() -> AskedAddresses.of(text))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        problem -> assertThat(problem.status()).isEqualTo(400));
    }

    @Test
    void tooManyAreRefusedBeforeTheyAreRead() throws ApiException {
        assertThat(AskedAddresses.of("0+".repeat(AskedAddresses.MOST)).returns())
                .containsExactly(1);
        assertThatThrownBy(() -> AskedAddresses.of("?+".repeat(AskedAddresses.MOST + 1)))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        problem -> assertThat(problem.status()).isEqualTo(413));
    }
}
