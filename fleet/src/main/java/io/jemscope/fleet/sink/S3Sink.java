package io.jemscope.fleet.sink;

import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.http.RetryException;
import io.jemscope.fleet.store.Instance;
import io.jemscope.profile.Printable;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sha256;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes profiles to a bucket of Amazon S3, or of another store with its protocol, as the agents sent them. Keys are the paths of {@link
 * FolderSink}, so a profile that comes twice is one object. The bucket stands in the address's path ("path-style").
 */
public final class S3Sink extends PushSink {

    private static final Pattern CODE = Pattern.compile("<Code>([A-Za-z0-9.]{1,64})</Code>");
    private static final Pattern MESSAGE = Pattern.compile("<Message>([^<]{1,300})");

    /** Errors that other profiles don't have. */
    private static final Set<String> REFUSALS = Set.of("EntityTooLarge", "MaxMessageLengthExceeded");

    private final BoundedClient client;
    private final URI bucket;
    private final AwsCredentials credentials;
    private final AwsSignature signature;
    private final Clock clock;

    /**
     * Makes a sink.
     *
     * @param bucket the server and the bucket, such as {@code https://s3.eu-central-1.amazonaws.com/profiles}; a path after the bucket's
     *     name begins all keys
     * @param region the region that signatures name
     * @throws IllegalArgumentException if the address has no bucket
     */
    public S3Sink(BoundedClient client, URI bucket, AwsCredentials credentials, String region, Clock clock) {
        if (!bucket.getPath().matches("/[^/]+(/.*)?")) {
            throw new IllegalArgumentException(
                    "the address has no bucket: add its name, as in https://" + bucket.getHost() + "/BUCKET");
        }
        this.client = client;
        this.bucket = bucket;
        this.credentials = credentials;
        this.signature = new AwsSignature(credentials, region, "s3");
        this.clock = clock;
    }

    @Override
    @Nullable
    String push(Profile profile, Instance instance, Delivery delivery) throws IOException, InterruptedException {
        String key = FolderSink.path(instance, delivery).toString();
        String path = encoded(bucket.getPath() + (bucket.getPath().endsWith("/") ? "" : "/") + key);
        HttpResponse<byte[]> response = client.send(request(path, delivery.pprof()));
        int status = response.statusCode();
        if (status == 200) {
            return null;
        }
        String body = new String(response.body(), StandardCharsets.UTF_8);
        String code = first(CODE, body);
        String message = first(MESSAGE, body);
        String said = bucket + " answered " + status + (code.isEmpty() ? "" : " " + code)
                + (message.isEmpty() ? "" : ": " + message);
        if (status == 413 || REFUSALS.contains(code)) {
            return said;
        }
        throw RetryException.of(response, said + advice(status, code));
    }

    private HttpRequest request(String path, byte[] body) {
        Instant now = clock.instant();
        String payload = Sha256.hex(body);
        TreeMap<String, String> headers = new TreeMap<>(Map.of(
                "host",
                host(),
                "content-type",
                "application/octet-stream",
                "x-amz-content-sha256",
                payload,
                "x-amz-date",
                AwsSignature.time(now)));
        if (!credentials.sessionToken().isEmpty()) {
            headers.put("x-amz-security-token", credentials.sessionToken());
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(bucket.getScheme() + "://" + bucket.getRawAuthority() + path))
                .PUT(HttpRequest.BodyPublishers.ofByteArray(body))
                .header("Authorization", signature.authorization("PUT", path, headers, payload, now));
        // The client writes this one itself.
        headers.remove("host");
        headers.forEach(request::header);
        return request.build();
    }

    /** The host as the client writes it into the request: without the scheme's own port. */
    private String host() {
        int usual = "https".equals(bucket.getScheme()) ? 443 : 80;
        return bucket.getPort() == -1 || bucket.getPort() == usual
                ? bucket.getHost()
                : bucket.getHost() + ":" + bucket.getPort();
    }

    /** A path as signatures need it: each byte but RFC 3986's unreserved ones by its number. */
    private static String encoded(String path) {
        return URLEncoder.encode(path, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~")
                .replace("%2F", "/");
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Printable.of(matcher.group(1)) : "";
    }

    private static String advice(int status, String code) {
        return switch (code) {
            case "RequestTimeTooSkewed" -> ": set this machine's clock";
            case "KeyTooLongError" -> ": shorten the address's path after the bucket";
            case "NoSuchBucket" -> ": check the bucket's name in the address";
            case "AuthorizationHeaderMalformed", "PermanentRedirect", "TemporaryRedirect" -> ": check AWS_REGION";
            default ->
                status == 400 || status == 401 || status == 403 ? ": check the credentials and their rights" : "";
        };
    }
}
