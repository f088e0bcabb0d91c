package io.jemscope.cli.fleet;

import io.jemscope.cli.exit.UsageMistake;
import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.sink.AwsCredentials;
import io.jemscope.fleet.sink.FolderSink;
import io.jemscope.fleet.sink.OtlpSink;
import io.jemscope.fleet.sink.ParcaSink;
import io.jemscope.fleet.sink.PyroscopeSink;
import io.jemscope.fleet.sink.Receiver;
import io.jemscope.fleet.sink.S3Sink;
import io.jemscope.fleet.sink.Sink;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Where {@code collect --to} can send profiles, besides a store. */
public enum SinkKind {
    FOLDER,
    PYROSCOPE,
    PARCA,
    OTLP,
    S3;

    private static final String REGION = "us-east-1";

    /**
     * What sinks are made with.
     *
     * @param client sends requests
     * @param tenant Pyroscope's tenant; empty for none
     * @param isInsecure whether credentials may be sent unencrypted to another machine
     * @param keep the age at which files are removed
     * @param environment this process's environment, with a bucket's credentials
     * @param log takes lines for the user
     */
    public record Setup(
            BoundedClient client,
            String tenant,
            boolean isInsecure,
            Duration keep,
            Map<String, String> environment,
            Consumer<String> log) {}

    /**
     * Makes a sink.
     *
     * @param where a folder, or an address such as {@code https://pyroscope:4040}
     * @param credentials a token, or {@code user:password}; empty for none
     */
    public Sink open(String where, String credentials, Setup setup) throws UsageMistake {
        if (this == FOLDER && !credentials.isEmpty()) {
            throw new UsageMistake("--credentials folder=: a folder needs none");
        }
        return switch (this) {
            case FOLDER -> new FolderSink(Path.of(where), setup.keep(), Clock.systemUTC());
            case PYROSCOPE -> new PyroscopeSink(receiver(where, credentials, setup), setup.tenant(), setup.log());
            case PARCA -> new ParcaSink(receiver(where, credentials, setup));
            case OTLP -> new OtlpSink(receiver(where, credentials, setup), setup.log());
            case S3 -> bucket(where, credentials, setup);
        };
    }

    private Sink bucket(String where, String credentials, Setup setup) throws UsageMistake {
        if (!credentials.isEmpty()) {
            throw new UsageMistake("a bucket's credentials come from the environment, as AWS_ACCESS_KEY_ID and "
                    + "AWS_SECRET_ACCESS_KEY, not from --credentials");
        }
        Map<String, String> environment = setup.environment();
        String region = environment.getOrDefault("AWS_REGION", environment.getOrDefault("AWS_DEFAULT_REGION", REGION));
        try {
            return new S3Sink(
                    setup.client(), address(where), AwsCredentials.of(environment), region, Clock.systemUTC());
        } catch (IllegalArgumentException e) {
            throw new UsageMistake("--to " + this + "=" + where + ": " + e.getMessage(), e);
        }
    }

    private Receiver receiver(String where, String credentials, Setup setup) throws UsageMistake {
        URI address = address(where);
        HttpAddress.check("the content of --credentials " + this + "=", credentials, address, setup.isInsecure());
        return new Receiver(setup.client(), address, credentials);
    }

    private URI address(String where) throws UsageMistake {
        return HttpAddress.of("--to " + this + "=", "an address such as https://" + this + ".example.org", where);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
