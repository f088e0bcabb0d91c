package io.jemscope.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.sink.OtlpSink;
import io.jemscope.fleet.sink.S3Sink;
import io.jemscope.fleet.sink.Sink;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SinkKindTest {

    private static final Map<String, String> KEYS = Map.of("AWS_ACCESS_KEY_ID", "A", "AWS_SECRET_ACCESS_KEY", "B");

    private static Sink open(SinkKind kind, String where, String credentials, Map<String, String> environment)
            throws UsageMistake, IOException {
        return open(kind, where, credentials, environment, false);
    }

    private static Sink open(
            SinkKind kind, String where, String credentials, Map<String, String> environment, boolean isInsecure)
            throws UsageMistake, IOException {
        BoundedClient client = new BoundedClient(null, Duration.ofSeconds(1), 1_000);
        SinkKind.Setup setup = new SinkKind.Setup(client, "", isInsecure, Duration.ofDays(1), environment, line -> {
            throw new AssertionError(line);
        });
        return kind.open(where, credentials, setup);
    }

    @Test
    void anAddressIsEnoughForOtlpAndABucketNeedsKeys() throws Exception {
        assertThat(open(SinkKind.OTLP, "http://collector:4318", "", Map.of())).isInstanceOf(OtlpSink.class);
        assertThat(open(SinkKind.S3, "http://minio:9000/profiles", "", KEYS)).isInstanceOf(S3Sink.class);

        assertThatThrownBy(() -> open(SinkKind.S3, "http://minio:9000/profiles", "", Map.of()))
                .isInstanceOf(UsageMistake.class)
                .hasMessageContaining("set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment");
        assertThatThrownBy(() -> open(SinkKind.S3, "http://minio:9000/profiles", "token", KEYS))
                .isInstanceOf(UsageMistake.class)
                .hasMessageContaining("come from the environment")
                .hasMessageNotContaining("token");
        assertThatThrownBy(() -> open(SinkKind.S3, "http://minio:9000", "", KEYS))
                .isInstanceOf(UsageMistake.class)
                .hasMessageContaining("--to s3=http://minio:9000: the address has no bucket");
    }

    @ParameterizedTest
    @EnumSource(
            value = SinkKind.class,
            names = {"OTLP", "PARCA", "PYROSCOPE"})
    void credentialsArentSentUnencryptedUnlessAllowed(SinkKind kind) throws Exception {
        for (String safe :
                new String[] {"https://x:4318", "http://127.0.0.1:4318", "http://localhost:4318", "http://[::1]/"}) {
            assertThat(open(kind, safe, "ann:secret", Map.of())).as(safe).isNotNull();
        }
        assertThat(open(kind, "http://x:4318", "", Map.of())).isNotNull();
        assertThat(open(kind, "http://x:4318", "secret", Map.of(), true)).isNotNull();

        for (String remote : new String[] {"http://x:4318", "http://127.0.0.1.example.org", "http://localhost.x"}) {
            assertThatThrownBy(() -> open(kind, remote, "ann:secret", Map.of()))
                    .as(remote)
                    .isInstanceOf(UsageMistake.class)
                    .hasMessage("the content of --credentials " + kind + "= would be sent unencrypted to " + remote
                            + ". Use https; or, in a network that encrypts by itself, add --insecure");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SinkKind.class,
            names = {"OTLP", "S3", "PARCA", "PYROSCOPE"})
    void addressesOfAnotherFormAreMistakes(SinkKind kind) {
        for (String where :
                new String[] {"", "collector:4318", "ftp://x/y", "http:///x", "http://a b", "s3://bucket"}) {
            assertThatThrownBy(() -> open(kind, where, "", KEYS))
                    .as(where)
                    .isInstanceOf(UsageMistake.class)
                    .hasMessageContaining("--to " + kind + "= wants an address such as https://");
        }
        assertThatThrownBy(() -> open(kind, "http://user:secret@x/y", "", KEYS))
                .hasMessageContaining("without a user and a password")
                .hasMessageNotContaining("secret");
    }
}
