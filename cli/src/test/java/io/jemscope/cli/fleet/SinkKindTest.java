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
        BoundedClient client = new BoundedClient(null, Duration.ofSeconds(1), 1_000);
        return kind.open(where, credentials, new SinkKind.Setup(client, "", Duration.ofDays(1), environment, line -> {
            throw new AssertionError(line);
        }));
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
