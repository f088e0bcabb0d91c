package io.jemscope.fleet.sink;

import io.jemscope.fleet.http.Reason;
import io.jemscope.fleet.http.RetryException;
import io.jemscope.fleet.store.Instance;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.Profile;
import io.jemscope.profile.pprof.OtlpAnswer;
import io.jemscope.profile.pprof.OtlpWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Pushes profiles to a receiver of OpenTelemetry's protocol, such as its collector: {@code POST /v1development/profiles} with a message
 * of {@link OtlpWriter}. Experimental, as the protocol's profiles are. As it demands, only the statuses 429, 502, 503 and 504 are tried
 * again; with any other failure the profile is refused.
 */
public final class OtlpSink extends PushSink {

    private static final String PATH = "/v1development/profiles";

    /** What the specification recommends as the most that a request has, before it is compressed. */
    private static final int MOST_BYTES = 20 << 20;

    private final Receiver receiver;
    private final Consumer<String> log;
    private String warning = "";

    /**
     * Makes a sink.
     *
     * @param log takes the receiver's warnings, each new one
     */
    public OtlpSink(Receiver receiver, Consumer<String> log) {
        this.receiver = receiver;
        this.log = log;
    }

    @Override
    @Nullable
    String push(Profile profile, Instance instance, Delivery delivery) throws IOException, InterruptedException {
        byte[] content = ProfileReading.id(delivery.pprof()).getBytes(StandardCharsets.UTF_8);
        byte[] message = OtlpWriter.write(profile, resource(instance), delivery.time(), content);
        if (message.length > MOST_BYTES) {
            return "its message has " + message.length + " bytes, and OTLP's receivers accept " + MOST_BYTES;
        }
        Map<String, String> headers = Map.of("Content-Type", "application/x-protobuf", "Content-Encoding", "gzip");
        HttpResponse<byte[]> response = receiver.send(PATH, headers, gzip(message));
        int status = response.statusCode();
        if (Receiver.isForHttps(response)) {
            throw new IOException(
                    response.uri() + " " + Reason.of(response) + ": check the address; this port expects https");
        }
        return switch (status) {
            case 200 -> rejection(response);
            case 429, 502, 503, 504 -> throw RetryException.of(response, said(response));
            // The protocol calls these final, too; but they are mistakes of the configuration, which may cost no
            // profile.
            case 401, 403 -> throw new IOException(said(response) + ": check the credentials");
            case 404, 405 -> throw new IOException(said(response) + ": check the address; it has no " + PATH);
            default -> {
                if (status < 400) {
                    throw new IOException(said(response) + ": check the address");
                }
                yield said(response);
            }
        };
    }

    private static Map<String, String> resource(Instance instance) {
        Map<String, String> resource = new LinkedHashMap<>(instance.labels());
        resource.remove("");
        resource.put("service.name", instance.service());
        resource.put("service.instance.id", instance.id());
        if (!instance.version().isEmpty()) {
            resource.put("service.version", instance.version());
        }
        if (!instance.host().isEmpty()) {
            resource.put("host.name", instance.host());
        }
        return resource;
    }

    private static byte[] gzip(byte[] message) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(message);
        }
        return packed.toByteArray();
    }

    private @Nullable String rejection(HttpResponse<byte[]> response) throws IOException {
        OtlpAnswer answer;
        try {
            answer = OtlpAnswer.ofSuccess(response.body());
        } catch (FormatException e) {
            throw new IOException(
                    response.uri() + " answered 200, but not in OTLP's form (" + e.why() + "): check the address", e);
        }
        if (answer.rejected() > 0) {
            return response.uri() + " rejected " + answer.rejected() + " of its two profiles"
                    + (answer.message().isEmpty() ? "" : ": " + answer.message());
        }
        if (!answer.message().isEmpty() && !answer.message().equals(warning)) {
            warning = answer.message();
            log.accept(response.uri() + " accepted a profile with a warning: " + warning);
        }
        return null;
    }

    private static String said(HttpResponse<byte[]> response) {
        OtlpAnswer answer = OtlpAnswer.ofFailure(response.body());
        return response.uri() + " answered " + response.statusCode()
                + (answer.message().isEmpty() ? "" : ": " + answer.message());
    }
}
