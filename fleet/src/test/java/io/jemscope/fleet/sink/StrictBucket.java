package io.jemscope.fleet.sink;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * In the place of Amazon S3: a bucket that computes each request's signature anew from what came over the wire, refuses what S3 refuses
 * (API Reference, "Error responses"), and logs what it took and refused.
 */
public final class StrictBucket implements Closeable {

    public static final AwsCredentials CREDENTIALS =
            new AwsCredentials("AKIDTEST", "A/secret+of/the+test", "session+/=");
    public static final String REGION = "eu-central-1";

    private static final Duration SKEW = Duration.ofMinutes(15);
    private static final int MOST_KEY = 1_024;
    private static final Pattern AUTHORIZATION =
            Pattern.compile("AWS4-HMAC-SHA256 Credential=([^/]+)/([0-9]{8})/([^/]+)/([^/]+)/aws4_request, "
                    + "SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})");

    private final HttpServer server;
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final Map<String, byte[]> objects = new ConcurrentSkipListMap<>();
    private volatile @Nullable RefusalException outage;

    /** A refusal, with S3's code and status. */
    private static final class RefusalException extends Exception {

        private static final long serialVersionUID = 1L;
        private final int status;
        private final String code;

        RefusalException(int status, String code, String message) {
            super(message);
            this.status = status;
            this.code = code;
        }
    }

    private StrictBucket(HttpServer server) {
        this.server = server;
    }

    public static StrictBucket start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        StrictBucket bucket = new StrictBucket(server);
        server.createContext("/", bucket::answer);
        server.start();
        return bucket;
    }

    /** The bucket's address. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/profiles");
    }

    public List<String> log() {
        return log;
    }

    public Map<String, byte[]> objects() {
        return objects;
    }

    /** From now on each request is answered so. */
    void fail(int status, String code) {
        outage = new RefusalException(status, code, "an outage of the test");
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        byte[] body = exchange.getRequestBody().readAllBytes();
        try {
            String key = check(exchange, path, body);
            objects.put(key, body);
            log.add("accepted PUT " + key + ": " + body.length + " bytes");
            exchange.getResponseHeaders().set("ETag", "\"" + body.length + "\"");
            exchange.sendResponseHeaders(200, -1);
        } catch (RefusalException e) {
            log.add("refused " + exchange.getRequestMethod() + " " + path + ": " + e.status + " " + e.code + ", "
                    + e.getMessage());
            byte[] error = ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>" + e.code + "</Code><Message>"
                            + e.getMessage() + "</Message><RequestId>4711</RequestId></Error>")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/xml");
            if (e.status == 503) {
                exchange.getResponseHeaders().set("Retry-After", "7");
            }
            exchange.sendResponseHeaders(e.status, error.length);
            exchange.getResponseBody().write(error);
        }
        exchange.close();
    }

    private static void require(boolean condition, int status, String code, String message) throws RefusalException {
        if (!condition) {
            throw new RefusalException(status, code, message);
        }
    }

    private String check(HttpExchange exchange, String path, byte[] body) throws RefusalException {
        if (outage != null) {
            throw outage;
        }
        require(exchange.getRequestMethod().equals("PUT"), 405, "MethodNotAllowed", "not a PUT");
        require(exchange.getRequestURI().getRawQuery() == null, 400, "InvalidArgument", "a query");
        Matcher given = AUTHORIZATION.matcher(header(exchange, "authorization"));
        require(given.matches(), 403, "AccessDenied", "no Authorization of Signature Version 4");
        require(given.group(1).equals(CREDENTIALS.accessKey()), 403, "InvalidAccessKeyId", "an unknown access key");
        require(given.group(4).equals("s3"), 400, "AuthorizationHeaderMalformed", "another service");
        require(
                given.group(3).equals(REGION),
                400,
                "AuthorizationHeaderMalformed",
                "the region " + given.group(3) + " is wrong; expecting " + REGION);
        checkTime(header(exchange, "x-amz-date"), given.group(2));
        require(
                header(exchange, "x-amz-security-token").equals(CREDENTIALS.sessionToken()),
                400,
                "InvalidToken",
                "another session token");
        require(
                header(exchange, "x-amz-content-sha256").equals(sha256(body)),
                400,
                "XAmzContentSHA256Mismatch",
                "the body has another hash");
        checkSignature(exchange, path, given);
        int slash = path.indexOf('/', 1);
        require(path.startsWith("/profiles/") && slash > 0, 404, "NoSuchBucket", "no such bucket");
        String key = URLDecoder.decode(path.substring(slash + 1).replace("+", "%2B"), StandardCharsets.UTF_8);
        require(key.getBytes(StandardCharsets.UTF_8).length <= MOST_KEY, 400, "KeyTooLongError", "the key is too long");
        require(!List.of(key.split("/", -1)).contains(".."), 400, "InvalidArgument", "a key that leads elsewhere");
        return key;
    }

    private static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    private static void checkTime(String time, String scopeDate) throws RefusalException {
        require(time.matches("[0-9]{8}T[0-9]{6}Z"), 403, "AccessDenied", "no valid x-amz-date");
        require(time.startsWith(scopeDate), 400, "AuthorizationHeaderMalformed", "the scope has another date");
        Instant then = LocalDateTime.parse(time, DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'"))
                .toInstant(ZoneOffset.UTC);
        require(
                Duration.between(then, Instant.now()).abs().compareTo(SKEW) <= 0,
                403,
                "RequestTimeTooSkewed",
                "the difference between the request time and the server's time is too large");
    }

    private static void checkSignature(HttpExchange exchange, String path, Matcher given) throws RefusalException {
        List<String> signed = Arrays.asList(given.group(5).split(";", -1));
        require(signed.stream().sorted().toList().equals(signed), 403, "AccessDenied", "unsorted headers");
        require(signed.contains("host"), 403, "AccessDenied", "the host isn't signed");
        for (String name : exchange.getRequestHeaders().keySet()) {
            String lower = name.toLowerCase(Locale.ROOT);
            require(
                    !lower.startsWith("x-amz-") || signed.contains(lower),
                    403,
                    "AccessDenied",
                    "there were headers present in the request which were not signed: " + lower);
        }
        StringBuilder request = new StringBuilder("PUT\n");
        // As S3 does: what the path stands for, encoded its own way.
        for (byte each : URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8)
                .getBytes(StandardCharsets.UTF_8)) {
            String letter = String.valueOf((char) (each & 0xff));
            request.append(
                    letter.matches("[A-Za-z0-9/._~-]")
                            ? letter
                            : "%" + HexFormat.of().withUpperCase().toHexDigits(each));
        }
        request.append("\n\n");
        for (String name : signed) {
            request.append(name)
                    .append(':')
                    .append(header(exchange, name).strip())
                    .append('\n');
        }
        request.append('\n').append(given.group(5)).append('\n').append(header(exchange, "x-amz-content-sha256"));
        String scope = given.group(2) + "/" + REGION + "/s3/aws4_request";
        String toSign = "AWS4-HMAC-SHA256\n" + header(exchange, "x-amz-date") + "\n" + scope + "\n"
                + sha256(request.toString().getBytes(StandardCharsets.UTF_8));
        byte[] key = ("AWS4" + CREDENTIALS.secretKey()).getBytes(StandardCharsets.UTF_8);
        for (String part : scope.split("/", -1)) {
            key = hmac(key, part);
        }
        require(
                HexFormat.of().formatHex(hmac(key, toSign)).equals(given.group(6)),
                403,
                "SignatureDoesNotMatch",
                "the calculated signature differs from the provided one");
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
