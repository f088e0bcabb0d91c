package io.jemscope.fleet.sink;

import com.google.protobuf.CodedOutputStream;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.jemscope.profile.pprof.OtlpRules;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesPartialSuccess;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * In the place of OpenTelemetry's collector: reads requests by the published definitions, refuses what breaks their rules or the
 * specification of OTLP/HTTP, and logs what it took and refused.
 */
public final class StrictOtlpReceiver implements Closeable {

    public static final String TOKEN = "a token of the test";

    private static final int MOST_BYTES = 20 << 20;

    private final HttpServer server;
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final List<ExportProfilesServiceRequest> taken = new CopyOnWriteArrayList<>();
    private volatile Answer next = new Answer(0, "", null);

    /** How requests are answered that are right: by a failure, or else with what a success says besides. */
    private record Answer(
            int status, String retryAfter, @Nullable ExportProfilesPartialSuccess partial) {}

    private static final class RefusalException extends Exception {

        private static final long serialVersionUID = 1L;
        private final int status;

        RefusalException(int status, String why) {
            super(why);
            this.status = status;
        }
    }

    private StrictOtlpReceiver(HttpServer server) {
        this.server = server;
    }

    public static StrictOtlpReceiver start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        StrictOtlpReceiver receiver = new StrictOtlpReceiver(server);
        server.createContext("/", receiver::answer);
        server.start();
        return receiver;
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    public List<String> log() {
        return log;
    }

    public List<ExportProfilesServiceRequest> taken() {
        return taken;
    }

    /** From now on each request fails so; an empty text for no {@code Retry-After}. */
    void fail(int status, String retryAfter) {
        next = new Answer(status, retryAfter, null);
    }

    /** From now on each request is taken but for so many profiles, with a message. */
    void reject(int profiles, String message) {
        next = new Answer(
                0,
                "",
                ExportProfilesPartialSuccess.newBuilder()
                        .setRejectedProfiles(profiles)
                        .setErrorMessage(message)
                        .build());
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        Answer answer = next;
        try {
            ExportProfilesServiceRequest request = read(exchange, path);
            if (answer.status != 0) {
                throw new RefusalException(answer.status, "an outage of the test");
            }
            take(exchange, request, answer.partial);
        } catch (RefusalException e) {
            log.add("refused " + path + ": " + e.status + " " + e.getMessage());
            if (!answer.retryAfter.isEmpty()) {
                exchange.getResponseHeaders().set("Retry-After", answer.retryAfter);
            }
            send(exchange, e.status, status(String.valueOf(e.getMessage())));
        }
    }

    private void take(
            HttpExchange exchange, ExportProfilesServiceRequest request, @Nullable ExportProfilesPartialSuccess partial)
            throws IOException {
        ExportProfilesServiceResponse.Builder response = ExportProfilesServiceResponse.newBuilder();
        if (partial != null) {
            response.setPartialSuccess(partial);
        }
        boolean isRejected = partial != null && partial.getRejectedProfiles() > 0;
        if (!isRejected) {
            taken.add(request);
        }
        int profiles = 0;
        int samples = 0;
        for (var resource : request.getResourceProfilesList()) {
            for (var scope : resource.getScopeProfilesList()) {
                profiles += scope.getProfilesCount();
                samples += scope.getProfilesList().stream()
                        .mapToInt(profile -> profile.getSamplesCount())
                        .sum();
            }
        }
        log.add((isRejected ? "rejected" : "accepted") + " "
                + exchange.getRequestURI().getPath() + ": " + profiles + " profiles, " + samples + " samples");
        send(exchange, 200, response.build().toByteArray());
    }

    /** A message {@code google.rpc.Status}. */
    private static byte[] status(String message) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        out.writeInt32(1, 3);
        out.writeString(2, message);
        out.flush();
        return bytes.toByteArray();
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static ExportProfilesServiceRequest read(HttpExchange exchange, String path)
            throws IOException, RefusalException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        require(path.equals("/v1development/profiles"), 404, "no such path");
        require(exchange.getRequestMethod().equals("POST"), 405, "not a POST");
        require(("Bearer " + TOKEN).equals(header(exchange, "Authorization")), 401, "no or a wrong token");
        require(
                "application/x-protobuf".equals(header(exchange, "Content-Type")),
                415,
                "unsupported Content-Type " + header(exchange, "Content-Type"));
        byte[] message = "gzip".equals(header(exchange, "Content-Encoding")) ? unpacked(body) : body;
        require(message.length <= MOST_BYTES, 413, "the request has more than 20 MiB");
        try {
            return OtlpRules.read(message);
        } catch (IllegalArgumentException e) {
            throw new RefusalException(400, String.valueOf(e.getMessage()));
        }
    }

    private static @Nullable String header(HttpExchange exchange, String name) {
        return exchange.getRequestHeaders().getFirst(name);
    }

    private static void require(boolean condition, int status, String why) throws RefusalException {
        if (!condition) {
            throw new RefusalException(status, why);
        }
    }

    private static byte[] unpacked(byte[] gzip) throws IOException, RefusalException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
            return in.readNBytes(MOST_BYTES + 1);
        } catch (ZipException e) {
            throw new RefusalException(400, "not gzip");
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
