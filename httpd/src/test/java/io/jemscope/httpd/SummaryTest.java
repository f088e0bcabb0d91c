package io.jemscope.httpd;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What those are told of a request who are told of changes. */
class SummaryTest {

    private static final String BLANKS = " \t\r\n".repeat(100);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{~\"a\"~:~1~}~|{ \"a\" : 1 }",
                "{\"a~b\":~\"c\\\"~d\"~}|{\"a~b\": \"c\\\"~d\" }",
                "{\"a\\\\\"~:1}|{\"a\\\\\" :1}",
                "dump~|dump"
            })
    void blanksOutsideOfQuotesPushNothingOut(String body, String shown) throws ApiException {
        assertThat(summary("/a", "", body.replace("~", "  "))).isEqualTo("PATCH /a " + shown.replace("~", "  "));
        assertThat(summary("/a", "", BLANKS + "{\"prof.gdump\":" + BLANKS + "true}"))
                .isEqualTo("PATCH /a {\"prof.gdump\": true}");
    }

    @Test
    void whatIsCutOffLeavesAMark() throws ApiException {
        assertThat(summary("/a", "", "x".repeat(200))).isEqualTo("PATCH /a " + "x".repeat(200));
        assertThat(summary("/a", "", "x".repeat(200) + " ")).isEqualTo("PATCH /a " + "x".repeat(200));
        assertThat(summary("/a", "", "x".repeat(200) + "y")).isEqualTo("PATCH /a " + "x".repeat(200) + "…");
        assertThat(summary("/a", "", "x".repeat(199) + " y")).isEqualTo("PATCH /a " + "x".repeat(199) + "…");
        assertThat(summary("/" + "a".repeat(300), "", "dump")).isEqualTo("PATCH /" + "a".repeat(249) + "… dump");
        assertThat(summary("/a", "b=" + "c".repeat(300), ""))
                .startsWith("PATCH /a?b=ccc")
                .endsWith("c…");
    }

    @Test
    void whatCameOfItStandsBehindIt() throws ApiException {
        Request request = request("/a", "", "x".repeat(300));
        request.note("a from 1 to 2");
        request.note("b from 3 to 4");

        assertThat(request.summary()).endsWith("x… (a from 1 to 2, b from 3 to 4)");
    }

    private static String summary(String path, String query, String body) throws ApiException {
        return request(path, query, body).summary();
    }

    private static Request request(String path, String query, String body) throws ApiException {
        return new Request(
                new RequestHead("PATCH", path, query, Map.of()),
                body.getBytes(StandardCharsets.UTF_8),
                Map.of(),
                new Principal("operator", "", Role.OPERATE),
                () -> false);
    }
}
