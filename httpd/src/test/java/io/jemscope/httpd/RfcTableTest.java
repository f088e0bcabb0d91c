package io.jemscope.httpd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which rules of HTTP the server follows: RFC 9110 (semantics) and RFC 9112 (HTTP/1.1), each with its section, a request, and
 * what the server answers. Where a rule lets the server choose, the row says what it does.
 */
@Timeout(60)
class RfcTableTest {

    private static HttpServer server;

    /** The answer matches a regular expression as a whole; {@code .} is any character. */
    record Row(String section, String rule, String request, String answer) {
        @Override
        public String toString() {
            return section + ": " + rule;
        }
    }

    private static final String H = "Host: a\r\n";
    private static final String GET = "GET /hello HTTP/1.1\r\n" + H;
    private static final String POST = "POST /echo HTTP/1.1\r\n" + H;
    private static final String HELLO = "HTTP/1.1 200 .*\r\n\r\nhello";

    private static List<Row> lines() {
        return List.of(
                row("9112 2.2", "an empty line before the request is ignored", "\r\n" + GET + "\r\n", HELLO),
                row("9112 2.2", "a bare LF doesn't end a line", "GET /hello HTTP/1.1\nHost: a\r\n\r\n", status(400)),
                row("9112 2.2", "a bare LF at the end of a value is refused", GET + "A: b\n\r\n\r\n", status(400)),
                row("9112 2.2", "a bare CR at the end of a value is refused", GET + "A: b\r\r\n\r\n", status(400)),
                row("9112 2.2", "a bare CR within a value is refused", GET + "A: b\rc\r\n\r\n", status(400)),
                row(
                        "9112 2.2",
                        "a bare CR in the request line is refused",
                        "GET /\r HTTP/1.1\r\n" + H + "\r\n",
                        status(400)),
                row(
                        "9112 2.2",
                        "a blank before the first header is refused",
                        "GET / HTTP/1.1\r\n " + H + "\r\n",
                        status(400)),
                row("9112 2.3", "the name HTTP is in capitals", "GET /hello http/1.1\r\n" + H + "\r\n", status(400)),
                row("9112 2.3", "a version has two digits", "GET /hello HTTP/1.10\r\n" + H + "\r\n", status(400)),
                row(
                        "9110 2.5",
                        "a later minor version is read as HTTP/1.1",
                        "GET /hello HTTP/1.9\r\n" + H + "\r\n",
                        HELLO),
                row("9110 2.5", "HTTP/1.0 is answered", "GET /hello HTTP/1.0\r\n\r\n", HELLO),
                row("9110 15.6.6", "another major version is 505", "GET /hello HTTP/2.0\r\n" + H + "\r\n", status(505)),
                row(
                        "9112 3",
                        "one blank between the parts of the line",
                        "GET  /hello HTTP/1.1\r\n" + H + "\r\n",
                        status(400)),
                row("9112 3", "no blank before the method", " GET /hello HTTP/1.1\r\n" + H + "\r\n", status(400)),
                row("9112 3", "no blank within the target", "GET /hello x HTTP/1.1\r\n" + H + "\r\n", status(400)),
                row("9112 3", "no tab for a blank", "GET\t/hello\tHTTP/1.1\r\n" + H + "\r\n", status(400)),
                row("9112 3", "a target that is missing is refused", "GET HTTP/1.1\r\n" + H + "\r\n", status(400)),
                row(
                        "9112 3",
                        "a target that is too long is 414",
                        "GET /" + "a".repeat(9000) + " HTTP/1.1\r\n" + H + "\r\n",
                        status(414)),
                row(
                        "6585 5",
                        "headers that are too long are 431",
                        GET + "A: " + "a".repeat(9000) + "\r\n\r\n",
                        status(431)),
                row(
                        "9112 3",
                        "a line of 8,000 bytes is read",
                        "GET /" + "a".repeat(7980) + " HTTP/1.1\r\n" + H + "\r\n",
                        status(404)));
    }

    private static List<Row> targets() {
        return List.of(
                row("9112 3.2.1", "a path", "GET /hello HTTP/1.1\r\n" + H + "\r\n", HELLO),
                row(
                        "9112 3.2.1",
                        "a path with a query",
                        "GET /query?a=b HTTP/1.1\r\n" + H + "\r\n",
                        "HTTP/1.1 200 .*\r\n\r\na=b"),
                row("9112 3.2.2", "an address is accepted", "GET http://a/hello HTTP/1.1\r\n" + H + "\r\n", HELLO),
                row(
                        "9112 3.2.2",
                        "an address without a path is the path /",
                        "GET http://a HTTP/1.1\r\n" + H + "\r\n",
                        status(404)),
                row(
                        "9110 4.2.3",
                        "a scheme in capitals is the same",
                        "GET HTTP://a/hello HTTP/1.1\r\n" + H + "\r\n",
                        HELLO),
                row(
                        "9112 3.2.2",
                        "its host replaces the header's",
                        "GET http://b:1/host HTTP/1.1\r\n" + H + "\r\n",
                        "HTTP/1.1 200 .*\r\n\r\nb:1"),
                row(
                        "9112 3.2.2",
                        "the Host header is needed all the same",
                        "GET http://a/hello HTTP/1.1\r\n\r\n",
                        status(400)),
                row(
                        "9112 3.2.2",
                        "the guard checks that host",
                        "GET http://evil/hello HTTP/1.1\r\n" + H + "\r\n",
                        status(403)),
                row(
                        "9110 4.2.1",
                        "an address without a host is refused",
                        "GET http:///hello HTTP/1.1\r\n" + H + "\r\n",
                        status(400)),
                row(
                        "9110 4.2.4",
                        "a user's name in an address is refused",
                        "GET http://u:p@a/hello HTTP/1.1\r\n" + H + "\r\n",
                        status(400)),
                row(
                        "9110 7.4",
                        "https over a plain connection is 421",
                        "GET https://a/hello HTTP/1.1\r\n" + H + "\r\n",
                        status(421)),
                row(
                        "9112 3.2",
                        "another scheme is refused",
                        "GET ftp://a/hello HTTP/1.1\r\n" + H + "\r\n",
                        status(400)),
                row(
                        "9112 3.2",
                        "a target without a slash is refused",
                        "GET hello HTTP/1.1\r\n" + H + "\r\n",
                        status(400)),
                row("9112 3.2.4", "the asterisk is for OPTIONS alone", "GET * HTTP/1.1\r\n" + H + "\r\n", status(400)),
                row("9110 4.2.5", "a fragment is refused", "GET /hello#a HTTP/1.1\r\n" + H + "\r\n", status(400)),
                row("9112 3.2", "a control character is refused", "GET /\u0001 HTTP/1.1\r\n" + H + "\r\n", status(400)),
                row(
                        "9112 3.2",
                        "a byte beyond ASCII is refused",
                        "GET /\u00e9 HTTP/1.1\r\n" + H + "\r\n",
                        status(400)));
    }

    private static List<Row> hosts() {
        String line = "GET /hello HTTP/1.1\r\n";
        return List.of(
                row("9112 3.2", "HTTP/1.1 without Host is refused", line + "\r\n", status(400)),
                row("9112 3.2", "two Hosts are refused", line + "Host: a\r\nHost: a\r\n\r\n", status(400)),
                row("9112 3.2", "a list of Hosts is refused", line + "Host: a, b\r\n\r\n", status(400)),
                row("9110 7.2", "a Host with a path is refused", line + "Host: a/b\r\n\r\n", status(400)),
                row("9110 7.2", "a Host with a user's name is refused", line + "Host: u@a\r\n\r\n", status(400)),
                row("9110 7.2", "a Host with a blank is refused", line + "Host: a b\r\n\r\n", status(400)),
                row("9110 4.2.1", "an empty Host is refused", line + "Host:\r\n\r\n", status(400)),
                row("9110 7.2", "a port is digits", line + "Host: a:b\r\n\r\n", status(400)),
                row("9110 7.2", "numbers in brackets", line + "Host: [::1]:80\r\n\r\n", HELLO),
                row("9110 7.2", "a bracket that isn't closed is refused", line + "Host: [::1\r\n\r\n", status(400)),
                row("9110 5.1", "names of headers are in any case", line + "hOST: a\r\n\r\n", HELLO));
    }

    private static List<Row> fields() {
        return List.of(
                row(
                        "9110 5.6.3",
                        "spaces and tabs around a value don't count",
                        "GET /host HTTP/1.1\r\nHost: \t a \t\r\n\r\n",
                        "HTTP/1.1 200 .*\r\n\r\na"),
                row("9110 5.5", "a vertical tab before a value is refused", GET + "A: \u000bb\r\n\r\n", status(400)),
                row("9110 5.5", "a form feed after a value is refused", GET + "A: b\u000c\r\n\r\n", status(400)),
                row("9110 5.5", "a file separator after a value is refused", GET + "A: b\u001c\r\n\r\n", status(400)),
                row("9110 5.5", "a NUL is refused", GET + "A: b\u0000c\r\n\r\n", status(400)),
                row("9110 5.5", "a DEL is refused", GET + "A: b\u007f\r\n\r\n", status(400)),
                row("9110 5.5", "bytes beyond ASCII are kept", GET + "A: \u00e9\u0085\u00a0\r\n\r\n", HELLO),
                row("9110 5.5", "an empty value", GET + "A:\r\n\r\n", HELLO),
                row(
                        "9110 5.3",
                        "lines of one name are a list",
                        "GET /list HTTP/1.1\r\nA: b\r\n" + H + "A: c\r\n\r\n",
                        "HTTP/1.1 200 .*\r\n\r\nb, c"),
                row(
                        "9110 5.3",
                        "what isn't a list comes once",
                        GET + "Authorization: a\r\nAuthorization: a\r\n\r\n",
                        status(400)),
                row("9112 5.1", "a blank before the colon is refused", GET + "A : b\r\n\r\n", status(400)),
                row("9112 5", "a line without a colon is refused", GET + "A\r\n\r\n", status(400)),
                row("9110 5.1", "a name that is empty is refused", GET + ": b\r\n\r\n", status(400)),
                row("9110 5.6.2", "a name has the characters of a token", GET + "A(: b\r\n\r\n", status(400)),
                row("9112 5.2", "a folded line is refused", GET + "A: b\r\n c\r\n\r\n", status(400)));
    }

    private static List<Row> lengths() {
        return List.of(
                row(
                        "9112 6.3",
                        "a body has the declared length",
                        POST + "Content-Length: 3\r\n\r\nabc",
                        "HTTP/1.1 200 .*\r\n\r\nabc"),
                row(
                        "9112 6.3",
                        "what follows the body isn't part of it",
                        POST + "Content-Length: 3\r\n\r\nabcdef",
                        "HTTP/1.1 200 .*\r\n\r\nabc"),
                row("9112 6.3", "without a length there is no body", POST + "\r\n", "HTTP/1.1 200 .*\r\n\r\n"),
                row(
                        "9110 8.6",
                        "leading zeros",
                        POST + "Content-Length: 0003\r\n\r\nabc",
                        "HTTP/1.1 200 .*\r\n\r\nabc"),
                row("9110 8.6", "a sign is refused", POST + "Content-Length: +3\r\n\r\nabc", status(400)),
                row("9110 8.6", "a negative length is refused", POST + "Content-Length: -3\r\n\r\nabc", status(400)),
                row("9110 8.6", "a blank within is refused", POST + "Content-Length: 1 1\r\n\r\nabc", status(400)),
                row(
                        "9110 8.6",
                        "a control character before is refused",
                        POST + "Content-Length: \u000b3\u001c\r\n\r\nabc",
                        status(400)),
                row("9110 8.6", "hexadecimal is refused", POST + "Content-Length: 0x3\r\n\r\nabc", status(400)),
                row("9110 8.6", "a fraction is refused", POST + "Content-Length: 3.0\r\n\r\nabc", status(400)),
                row("9110 8.6", "an empty length is refused", POST + "Content-Length:\r\n\r\nabc", status(400)),
                row(
                        "9110 8.6",
                        "a list of equal lengths is refused",
                        POST + "Content-Length: 3, 3\r\n\r\nabc",
                        status(400)),
                row(
                        "9112 6.3",
                        "two lengths are refused",
                        POST + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
                        status(400)),
                row(
                        "9110 8.6",
                        "two equal lengths are refused",
                        POST + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
                        status(400)),
                row(
                        "9110 8.6",
                        "a length above 2^31 doesn't overflow",
                        POST + "Content-Length: 4294967299\r\n\r\nabc",
                        status(413)),
                row(
                        "9110 8.6",
                        "a length above 2^64 doesn't overflow",
                        POST + "Content-Length: 18446744073709551619\r\n\r\nabc",
                        status(413)),
                row(
                        "9110 15.5.14",
                        "a body above the limit is 413",
                        POST + "Content-Length: 1048577\r\n\r\n",
                        status(413)),
                row("9110 9.3.1", "a body with GET is 413", GET + "Content-Length: 1\r\n\r\n", status(413)),
                row("9110 9.3.1", "an empty body with GET isn't", GET + "Content-Length: 0\r\n\r\n", HELLO),
                row(
                        "9110 9.3.5",
                        "a body with DELETE is 413",
                        "DELETE /echo HTTP/1.1\r\n" + H + "Content-Length: 1\r\n\r\n",
                        status(413)),
                row(
                        "9112 6.3",
                        "chunks without a length are 411",
                        POST + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                        status(411)),
                row(
                        "9112 7",
                        "the name of the coding is in any case",
                        POST + "Transfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n",
                        status(411)),
                row(
                        "9112 6.1",
                        "chunks with a length are refused",
                        POST + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc",
                        status(400)),
                row(
                        "9112 6.1",
                        "a coding that isn't known is 501",
                        POST + "Transfer-Encoding: gzip, chunked\r\n\r\n",
                        status(501)),
                row(
                        "9112 6.1",
                        "the same in two lines",
                        POST + "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n",
                        status(501)),
                row(
                        "9112 6.3",
                        "a last coding that isn't chunked is refused",
                        POST + "Transfer-Encoding: gzip\r\n\r\n",
                        status(400)),
                row(
                        "9112 6.1",
                        "a coding in HTTP/1.0 is refused",
                        "POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
                        status(400)));
    }

    private static List<Row> methods() {
        String length = "Content-Length: 5\r\n";
        return List.of(
                row(
                        "9110 9.1",
                        "names of methods are in capitals",
                        "get /hello HTTP/1.1\r\n" + H + "\r\n",
                        status(501)),
                row(
                        "9110 9.1",
                        "a method that isn't implemented is 501",
                        "BREW /hello HTTP/1.1\r\n" + H + "\r\n",
                        status(501)),
                row("9110 9.3.7", "OPTIONS isn't implemented", "OPTIONS * HTTP/1.1\r\n" + H + "\r\n", status(501)),
                row("9110 9.3.6", "CONNECT isn't implemented", "CONNECT a:1 HTTP/1.1\r\n" + H + "\r\n", status(501)),
                row("9110 9.3.8", "TRACE isn't implemented", "TRACE /hello HTTP/1.1\r\n" + H + "\r\n", status(501)),
                row(
                        "9110 5.6.2",
                        "a method has the characters of a token",
                        "G(T /hello HTTP/1.1\r\n" + H + "\r\n",
                        status(400)),
                row(
                        "9110 9.3.2",
                        "HEAD has GET's headers and no body",
                        "HEAD /hello HTTP/1.1\r\n" + H + "\r\n",
                        "HTTP/1.1 200 .*" + length + ".*\r\n\r\n"),
                row(
                        "9110 9.3.2",
                        "a 404 to HEAD has no body",
                        "HEAD /nothing HTTP/1.1\r\n" + H + "\r\n",
                        "HTTP/1.1 404 .*close\r\n\r\n"),
                row(
                        "9110 9.3.2",
                        "a 405 to HEAD has no body",
                        "HEAD /echo HTTP/1.1\r\n" + H + "\r\n",
                        "HTTP/1.1 405 .*close\r\n\r\n"),
                row(
                        "9110 9.3.2",
                        "a 400 to HEAD has no body",
                        "HEAD /hello HTTP/1.1\r\n\r\n",
                        "HTTP/1.1 400 .*close\r\n\r\n"),
                row(
                        "9110 9.3.2",
                        "a 403 to HEAD has no body",
                        "HEAD /hello HTTP/1.1\r\nHost: evil\r\n\r\n",
                        "HTTP/1.1 403 .*close\r\n\r\n"),
                row(
                        "9110 9.3.2",
                        "a 431 to HEAD has no body",
                        "HEAD /hello HTTP/1.1\r\n" + H + "A: " + "a".repeat(9000) + "\r\n\r\n",
                        "HTTP/1.1 431 .*close\r\n\r\n"),
                row(
                        "9110 9.2.1",
                        "HEAD is safe: not where GET changes something",
                        "HEAD /start HTTP/1.1\r\n" + H + "\r\n",
                        "HTTP/1.1 405 .*Allow: GET\r\n.*close\r\n\r\n"),
                row(
                        "9110 15.5.6",
                        "a 405 names the methods that there are",
                        "PUT /hello HTTP/1.1\r\n" + H + "\r\n",
                        "HTTP/1.1 405 .*Allow: GET, HEAD\r\n.*"),
                row(
                        "9110 15.5.6",
                        "and those alone",
                        "GET /echo HTTP/1.1\r\n" + H + "\r\n",
                        "HTTP/1.1 405 .*Allow: POST\r\n.*"));
    }

    private static List<Row> answers() {
        String date = "(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{4} "
                + "\\d\\d:\\d\\d:\\d\\d GMT";
        return List.of(
                row("9110 6.6.1", "an answer has a Date", GET + "\r\n", "HTTP/1.1 200 .*\r\nDate: " + date + "\r\n.*"),
                row(
                        "9110 6.6.1",
                        "an error has a Date",
                        "GET /nothing HTTP/1.1\r\n" + H + "\r\n",
                        "HTTP/1.1 404 .*\r\nDate: " + date + "\r\n.*"),
                row(
                        "9110 8.6",
                        "a 204 has neither length nor body",
                        "GET /none HTTP/1.1\r\n" + H + "\r\n",
                        "HTTP/1.1 204 (?!.*Content-Length).*\r\n\r\n"),
                row("9110 6.2", "HTTP/1.0 is answered by HTTP/1.1", "GET /hello HTTP/1.0\r\n\r\n", HELLO),
                row("9112 9.6", "an answer says close", GET + "\r\n", "HTTP/1.1 200 .*\r\nConnection: close\r\n.*"),
                row(
                        "9112 9.6",
                        "also to who asks to keep the connection",
                        GET + "Connection: keep-alive\r\n\r\n",
                        "HTTP/1.1 200 .*\r\nConnection: close\r\n\r\nhello"),
                row(
                        "9112 9.6",
                        "also in HTTP/1.0",
                        "GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
                        "HTTP/1.1 200 .*\r\nConnection: close\r\n\r\nhello"),
                row(
                        "9112 9.3.2",
                        "a second request isn't answered",
                        GET + "\r\n" + GET + "\r\n",
                        "HTTP/1.1 200 (?!.*HTTP/1.1).*hello"),
                row("9110 7.8", "Upgrade is ignored", GET + "Connection: upgrade\r\nUpgrade: h2c\r\n\r\n", HELLO),
                row(
                        "9110 10.1.1",
                        "an expectation in HTTP/1.0 is ignored",
                        "POST /echo HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n",
                        ""),
                row(
                        "9110 10.1.1",
                        "no 100 where the body is there already",
                        POST + "Expect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
                        "HTTP/1.1 200 .*abc"),
                row(
                        "9110 10.1.1",
                        "no 100 where there is no body",
                        POST + "Expect: 100-continue\r\n\r\n",
                        "HTTP/1.1 200 .*"),
                row(
                        "9110 10.1.1",
                        "no 100 before a refusal",
                        POST + "Expect: 100-continue\r\nContent-Length: 1048577\r\n\r\n",
                        status(413)),
                row(
                        "9110 10.1.1",
                        "100-continue is in any case",
                        POST + "Expect: 100-CONTINUE\r\nContent-Length: 3\r\n\r\n",
                        "HTTP/1.1 100 Continue\r\n\r\n"));
    }

    @ParameterizedTest
    @MethodSource({"lines", "targets", "hosts", "fields", "lengths", "methods", "answers"})
    void follows(Row row) throws IOException {
        assertThat(ask(row.request())).matches("(?s)" + row.answer());
    }

    /** The example of RFC 9110, section 5.6.7. */
    @Test
    void datesAreAsTheRfcWritesThem() {
        assertThat(HttpDate.of(Instant.ofEpochSecond(784111777))).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
    }

    @BeforeAll
    static void start() throws IOException {
        server = HttpServer.open(Limits.DEFAULT, work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        });
        server.start(
                (head, peer) -> {
                    if (head.header("Host").orElse("").equals("evil")) {
                        throw new ApiException(403, "Refused", "the host is another", "Ask that one.");
                    }
                    return new Principal("tester", "", Role.OPERATE);
                },
                new Router()
                        .add("GET", "/hello", request -> say("hello"))
                        .add(
                                "GET",
                                "/host",
                                request -> say(request.header("Host").orElse("")))
                        .add("GET", "/list", request -> say(request.header("A").orElse("")))
                        .add("GET", "/query", request -> say(request.query()))
                        .add("GET", "/none", request -> Response.nothing())
                        .add("GET", "/start", Role.OPERATE, request -> say("started"))
                        .add("POST", "/echo", request -> Response.bytes(200, "a/b", request.body())));
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    private static Response say(String text) {
        return Response.text(200, "text/plain", text);
    }

    private static Row row(String section, String rule, String request, String answer) {
        return new Row("RFC " + section, rule, request, answer);
    }

    private static String status(int status) {
        return "HTTP/1.1 " + status + " .*";
    }

    /** All that the server sends to a caller who sends this and nothing more. */
    private static String ask(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
