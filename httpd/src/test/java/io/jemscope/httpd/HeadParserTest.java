package io.jemscope.httpd;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeadParserTest {

    @Test
    void readsARequest() throws ApiException {
        RequestHead head = parse("GET /api/v1/dumps/a%20b?x=1&y=2 HTTP/1.1\r\nHost: 127.0.0.1:1\r\nX-A:  b c \r\n\r\n");

        assertThat(head.method()).isEqualTo("GET");
        assertThat(head.path()).isEqualTo("/api/v1/dumps/a%20b");
        assertThat(head.query()).isEqualTo("x=1&y=2");
        assertThat(head.header("HOST")).contains("127.0.0.1:1");
        assertThat(head.header("x-a")).contains("b c");
        assertThat(head.header("no")).isEmpty();
    }

    @Test
    void readsARequestInAbsoluteForm() throws ApiException {
        RequestHead head = parse("GET http://127.0.0.1:1/a?b HTTP/1.1\r\nHost: elsewhere\r\n\r\n");

        assertThat(head.path()).isEqualTo("/a");
        assertThat(head.query()).isEqualTo("b");
        assertThat(head.header("Host")).contains("127.0.0.1:1");
        assertThat(parse("GET http://127.0.0.1:1?b HTTP/1.1\r\nHost: a\r\n\r\n").path())
                .isEqualTo("/");
    }

    @Test
    void findsTheEndOfAHeadInPieces() {
        byte[] bytes = "GET / HTTP/1.1\r\nA: b\r\n\r\nbody".getBytes(StandardCharsets.US_ASCII);

        assertThat(HeadParser.end(bytes, 23)).isEqualTo(-1);
        assertThat(HeadParser.end(bytes, 24)).isEqualTo(24);
        assertThat(HeadParser.end(bytes, bytes.length)).isEqualTo(24);
    }

    /** Seeded: a request with bytes changed, put in, taken out, or anything at all. It is read or refused, never a fault. */
    @Test
    void whateverComesIsReadOrRefused() {
        String whole = "POST /a/%7Bb%7D?x=1&y HTTP/1.1\r\nHost: 127.0.0.1:1\r\nContent-Length: 12\r\n\r\n";
        Random random = new Random(20260104);
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder(random.nextInt(8) == 0 ? "\r\n\r\n" : whole);
            for (int j = 1 + random.nextInt(6); j > 0 && text.length() > 0; j--) {
                int at = random.nextInt(text.length());
                char c =
                        (char) (random.nextInt(3) == 0 ? "\r\n :/%?&=".charAt(random.nextInt(9)) : random.nextInt(256));
                switch (random.nextInt(3)) {
                    case 0 -> text.setCharAt(at, c);
                    case 1 -> text.insert(at, c);
                    default -> text.deleteCharAt(at);
                }
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
            int end = HeadParser.end(bytes, bytes.length);
            if (end < 0) {
                continue;
            }
            try {
                RequestHead head = HeadParser.parse(bytes, end, false);
                assertThat(head.path()).startsWith("/");
                assertThat(BodyLength.of(head, Limits.DEFAULT)).isBetween(0, Limits.DEFAULT.bodyBytes());
                Query.parse(head.query());
            } catch (ApiException e) {
                assertThat(e.status()).as(text.toString()).isBetween(400, 505);
            }
        }
    }

    private static RequestHead parse(String text) throws ApiException {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return HeadParser.parse(bytes, HeadParser.end(bytes, bytes.length), false);
    }
}
