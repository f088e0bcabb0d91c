package io.jemscope.httpd;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiExceptionTest {

    /** Who comes back when he was told to isn't refused again for a part of a second. */
    @ParameterizedTest
    @CsvSource({"0,1", "1,1", "1000,1", "1001,2", "1999,2", "2000,2", "9400,10"})
    void whenToTryAgainIsRoundedUp(long millis, long seconds) {
        Response response = new ApiException(429, "This isn't done now", "for the test", "Wait.")
                .retryAfter(Duration.ofMillis(millis))
                .response();

        assertThat(StandardCharsets.ISO_8859_1.decode(response.head()).toString())
                .contains("\r\nRetry-After: " + seconds + "\r\n");
    }
}
