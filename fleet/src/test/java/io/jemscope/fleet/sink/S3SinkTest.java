package io.jemscope.fleet.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.http.RetryException;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.profile.Sha256;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes to a strict stand-in of Amazon S3. */
class S3SinkTest {

    private static final Instant TIME = Instant.parse("2026-01-31T22:30:00.123Z");

    private StrictBucket bucket;

    @BeforeEach
    void start() throws IOException {
        bucket = StrictBucket.start();
    }

    @AfterEach
    void close() {
        bucket.close();
    }

    private static Sink sink(URI address, AwsCredentials credentials, String region, Clock clock) throws IOException {
        BoundedClient client = new BoundedClient(null, Duration.ofSeconds(30), 1 << 20);
        return new S3Sink(client, address, credentials, region, clock);
    }

    private Sink sink() throws IOException {
        return sink(bucket.address(), StrictBucket.CREDENTIALS, StrictBucket.REGION, Clock.systemUTC());
    }

    private static Delivery delivery(String service, byte[] pprof) {
        Map<String, String> labels = Map.of(Agent.SERVICE, service, Agent.VERSION, "2.3.1");
        return new Delivery(
                Agent.of(URI.create("https://web1.example.org:9443"), "secret", labels),
                TIME,
                pprof,
                MemoryFigures.UNKNOWN);
    }

    @Test
    void aProfileIsOneObjectHoweverOftenItComes() throws Exception {
        byte[] pprof = MadeUpProfile.pprof(10, 0);
        String key = "2026-01-31/shop/2.3.1/web1-7@1764097200123/223000.123-"
                + Sha256.hex(pprof).substring(0, 16) + ".pb.gz";

        assertThat(sink().write(List.of(delivery("shop", pprof), delivery("shop", pprof))))
                .isEmpty();

        assertThat(bucket.objects()).containsOnlyKeys(key);
        assertThat(bucket.objects().get(key)).isEqualTo(pprof);
        String accepted = "accepted PUT " + key + ": " + pprof.length + " bytes";
        assertThat(bucket.log()).containsExactly(accepted, accepted);
    }

    @Test
    void prefixesAndOddNamesAreSignedAsTheyAreSent() throws Exception {
        URI address = URI.create(bucket.address() + "/a%20team+b/ü*~'(1)/");
        byte[] pprof = MadeUpProfile.pprof(1, 0);

        assertThat(sink(address, StrictBucket.CREDENTIALS, StrictBucket.REGION, Clock.systemUTC())
                        .write(List.of(delivery("../shop + äöü/%2e", pprof))))
                .isEmpty();

        assertThat(bucket.objects().keySet())
                .singleElement()
                .asString()
                .startsWith("a team+b/ü*~'(1)/2026-01-31/")
                .contains("/2.3.1/web1-7@1764097200123/223000.123-");
    }

    @Test
    void aDamagedProfileIsRefusedAndTheOthersAreWritten() throws Exception {
        Delivery damaged = delivery("shop", "no profile".getBytes(StandardCharsets.UTF_8));

        assertThat(sink().write(List.of(damaged, delivery("shop", MadeUpProfile.pprof(1, 0)))))
                .extracting(Sink.Refused::delivery)
                .containsExactly(damaged);

        assertThat(bucket.objects()).hasSize(1);
    }

    private void fails(Sink sink, String... parts) throws IOException {
        List<Delivery> deliveries = List.of(delivery("shop", MadeUpProfile.pprof(1, 0)));

        assertThatThrownBy(() -> sink.write(deliveries))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(parts)
                .hasMessageNotContaining(StrictBucket.CREDENTIALS.secretKey());
        assertThat(bucket.objects()).isEmpty();
    }

    @Test
    void whatThePersonCanCorrectLosesNoProfile() throws Exception {
        Clock now = Clock.systemUTC();
        AwsCredentials good = StrictBucket.CREDENTIALS;
        fails(
                sink(bucket.address(), new AwsCredentials("AKIDTEST", "wrong", "session+/="), StrictBucket.REGION, now),
                "403 SignatureDoesNotMatch",
                "check the credentials");
        fails(
                sink(bucket.address(), new AwsCredentials("OTHER", "wrong", ""), StrictBucket.REGION, now),
                "403 InvalidAccessKeyId");
        fails(
                sink(bucket.address(), new AwsCredentials("AKIDTEST", good.secretKey(), ""), StrictBucket.REGION, now),
                "400 InvalidToken",
                "check the credentials");
        fails(sink(bucket.address(), good, "us-east-1", now), "AuthorizationHeaderMalformed", "check AWS_REGION");
        fails(
                sink(bucket.address(), good, StrictBucket.REGION, Clock.offset(now, Duration.ofMinutes(-16))),
                "403 RequestTimeTooSkewed",
                "set this machine's clock");
        fails(
                sink(bucket.address().resolve("/other"), good, StrictBucket.REGION, now),
                "404 NoSuchBucket",
                "check the bucket's name");
        assertThat(bucket.log()).hasSize(6).allMatch(line -> line.startsWith("refused PUT /"));
        assertThat(bucket.log().get(4))
                .endsWith("403 RequestTimeTooSkewed, the difference between the request time and "
                        + "the server's time is too large");
    }

    @Test
    void anOutageIsTriedAgainAndASizeIsNot() throws Exception {
        bucket.fail(503, "SlowDown");
        Delivery delivery = delivery("shop", MadeUpProfile.pprof(1, 0));

        assertThatThrownBy(() -> sink().write(List.of(delivery)))
                .isInstanceOfSatisfying(
                        RetryException.class,
                        failure -> assertThat(failure.after()).isEqualTo(Duration.ofSeconds(7)))
                .hasMessageContaining("503 SlowDown: an outage of the test");
        bucket.fail(500, "InternalError");
        assertThatThrownBy(() -> sink().write(List.of(delivery))).hasMessageContaining("500 InternalError");
        bucket.fail(400, "EntityTooLarge");
        assertThat(sink().write(List.of(delivery)))
                .singleElement()
                .satisfies(refused -> assertThat(refused.why()).contains("400 EntityTooLarge"));
    }

    @Test
    void anAddressWithoutABucketIsAMistake() {
        assertThatThrownBy(() ->
                        sink(URI.create("https://s3.example.org/"), StrictBucket.CREDENTIALS, "r", Clock.systemUTC()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("https://s3.example.org/BUCKET");
    }
}
