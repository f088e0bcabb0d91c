package io.jemscope.fleet.sink;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.jemscope.fleet.sink.proto.ReceiversProto.Pair;
import io.jemscope.fleet.sink.proto.ReceiversProto.PushRequest;
import io.jemscope.fleet.sink.proto.ReceiversProto.PushSeries;
import io.jemscope.fleet.sink.proto.ReceiversProto.RawSeries;
import io.jemscope.fleet.sink.proto.ReceiversProto.WriteRawRequest;
import io.jemscope.profile.pprof.proto.PprofProto;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * In the place of Pyroscope and Parca: refuses what they refuse by default (Pyroscope's {@code pkg/validation}, Parca's {@code
 * pkg/normalizer}), and logs what it took and refused.
 */
public final class StrictReceiver implements Closeable {

    public static final String CREDENTIALS = "user:a password of the test";

    private static final int MOST_SAMPLES = 16_000;
    private static final int MOST_BYTES = 4 << 20;
    private static final int MOST_LABELS = 30;
    private static final int MOST_SAMPLE_LABELS = 100;
    private static final long AN_HOUR = 3_600;

    private final HttpServer server;
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final List<Taken> taken = new CopyOnWriteArrayList<>();
    private volatile int outage;
    private volatile String failing = "";

    /** A profile that was taken. */
    public record Taken(Map<String, String> labels, PprofProto.Profile profile, ByteString pprof) {}

    /** A refusal, which the real server answers with this status. */
    private static final class RefusalException extends Exception {

        private static final long serialVersionUID = 1L;
        private final int status;

        RefusalException(int status, String why) {
            super(why);
            this.status = status;
        }
    }

    private StrictReceiver(HttpServer server) {
        this.server = server;
    }

    public static StrictReceiver start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        StrictReceiver receiver = new StrictReceiver(server);
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

    public List<Taken> taken() {
        return taken;
    }

    /** From now on each request is answered with this status; 0 to end it. */
    void fail(int status) {
        outage = status;
    }

    /** From now on profiles of this version, and no others, are answered with 500; empty to end it. */
    public void failAt(String version) {
        failing = version;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        try {
            int count = take(exchange, path);
            log.add("accepted " + path + ": " + count + " samples");
            send(exchange, 200, "{}");
        } catch (RefusalException e) {
            refuse(exchange, e.status, String.valueOf(e.getMessage()));
        } catch (InvalidProtocolBufferException e) {
            refuse(exchange, 400, "no profile: " + e.getMessage());
        }
    }

    private void refuse(HttpExchange exchange, int status, String why) throws IOException {
        log.add("refused " + exchange.getRequestURI().getPath() + ": " + status + " " + why);
        send(exchange, status, "{\"code\":\"invalid_argument\",\"message\":\"" + why + "\"}");
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private int take(HttpExchange exchange, String path) throws IOException, RefusalException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (outage != 0) {
            throw new RefusalException(outage, "an outage of the test");
        }
        require(exchange.getRequestMethod().equals("POST"), 405, "not a POST");
        require(
                "Basic dXNlcjphIHBhc3N3b3JkIG9mIHRoZSB0ZXN0".equals(header(exchange, "Authorization")),
                401,
                "no or wrong credentials");
        require("application/json".equals(header(exchange, "Content-Type")), 415, "another Content-Type");
        String json = new String(body, StandardCharsets.UTF_8);
        return switch (path) {
            case "/push.v1.PusherService/Push" -> pyroscope(exchange, json);
            case "/api/profiles/writeraw" -> parca(json);
            default -> throw new RefusalException(404, "no such path");
        };
    }

    private static @Nullable String header(HttpExchange exchange, String name) {
        return exchange.getRequestHeaders().getFirst(name);
    }

    private static void require(boolean condition, int status, String why) throws RefusalException {
        if (!condition) {
            throw new RefusalException(status, why);
        }
    }

    private static void require(boolean condition, String why) throws RefusalException {
        require(condition, 400, why);
    }

    private int pyroscope(HttpExchange exchange, String json) throws IOException, RefusalException {
        require("1".equals(header(exchange, "Connect-Protocol-Version")), "no Connect-Protocol-Version");
        require("team-a".equals(header(exchange, "X-Scope-OrgID")), 401, "no org id");
        PushRequest.Builder request = PushRequest.newBuilder();
        merge(json, request);
        int count = 0;
        for (PushSeries series : request.getSeriesList()) {
            Map<String, String> labels = labels(series.getLabelsList());
            require(labels.size() <= MOST_LABELS, "too many label names");
            require(!labels.getOrDefault("service_name", "").isEmpty(), "service name is not provided");
            require(series.getSamplesCount() > 0, "no samples");
            for (var sample : series.getSamplesList()) {
                byte[] pprof = sample.getRawProfile().toByteArray();
                byte[] plain = unpacked(pprof);
                require(plain.length <= MOST_BYTES, "exceeds the size limit");
                PprofProto.Profile profile = PprofProto.Profile.parseFrom(plain);
                require(profile.getSampleCount() <= MOST_SAMPLES, "exceeds the samples count limit");
                long seconds = profile.getTimeNanos() / 1_000_000_000;
                long now = Instant.now().getEpochSecond();
                require(seconds > now - AN_HOUR, "profile rejected: too old");
                require(seconds < now + AN_HOUR / 6, "profile rejected: too new");
                for (var type : profile.getSampleTypeList()) {
                    require(!profile.getStringTable((int) type.getType()).contains("-"), "sample type contains -");
                }
                for (var each : profile.getSampleList()) {
                    require(each.getLabelCount() <= MOST_SAMPLE_LABELS, "exceeds the sample labels limit");
                }
                count += take(labels, profile, pprof);
            }
        }
        return count;
    }

    private int parca(String json) throws IOException, RefusalException {
        WriteRawRequest.Builder request = WriteRawRequest.newBuilder();
        merge(json, request);
        int count = 0;
        for (RawSeries series : request.getSeriesList()) {
            Map<String, String> labels = labels(series.getLabels().getLabelsList());
            for (var sample : series.getSamplesList()) {
                byte[] pprof = sample.getRawProfile().toByteArray();
                count += take(labels, PprofProto.Profile.parseFrom(unpacked(pprof)), pprof);
            }
        }
        return count;
    }

    private static void merge(String json, Message.Builder request) throws RefusalException {
        try {
            JsonFormat.parser().merge(json, request);
        } catch (InvalidProtocolBufferException e) {
            throw new RefusalException(400, "not of the message: " + e.getMessage());
        }
    }

    private static Map<String, String> labels(List<Pair> pairs) throws RefusalException {
        Map<String, String> labels = new TreeMap<>();
        for (Pair pair : pairs) {
            String name = pair.getName();
            require(name.matches("[a-zA-Z_][a-zA-Z0-9_]*"), "invalid label name");
            require(name.length() <= 1_024, "label name too long");
            require(pair.getValue().getBytes(StandardCharsets.UTF_8).length <= 2_048, "label value too long");
            require(labels.put(name, pair.getValue()) == null, "duplicate label name");
        }
        require(!labels.getOrDefault("__name__", "").isEmpty(), "no __name__ label");
        return labels;
    }

    private static byte[] unpacked(byte[] gzip) throws IOException, RefusalException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
            return in.readAllBytes();
        } catch (ZipException e) {
            throw new RefusalException(400, "not gzip");
        }
    }

    /** Checks a profile's tables, as Parca does, and keeps it. */
    private int take(Map<String, String> labels, PprofProto.Profile profile, byte[] pprof) throws RefusalException {
        require(profile.getUnknownFields().asMap().isEmpty(), "unknown fields");
        require(profile.getStringTable(0).isEmpty(), "first item in string table is expected to be empty string");
        for (int i = 0; i < profile.getMappingCount(); i++) {
            require(profile.getMapping(i).getId() == i + 1, "mapping id is not sequential");
        }
        for (int i = 0; i < profile.getFunctionCount(); i++) {
            require(profile.getFunction(i).getId() == i + 1, "function id is not sequential");
            require(profile.getFunction(i).getName() < profile.getStringTableCount(), "invalid name index");
        }
        for (int i = 0; i < profile.getLocationCount(); i++) {
            require(profile.getLocation(i).getId() == i + 1, "location id is not sequential");
            require(profile.getLocation(i).getMappingId() <= profile.getMappingCount(), "invalid mapping id");
            for (var line : profile.getLocation(i).getLineList()) {
                require(line.getFunctionId() <= profile.getFunctionCount(), "invalid function id");
            }
        }
        for (var sample : profile.getSampleList()) {
            require(sample.getValueCount() == profile.getSampleTypeCount(), "mismatch of values and types");
            for (long location : sample.getLocationIdList()) {
                require(location > 0 && location <= profile.getLocationCount(), "location number is out of range");
            }
        }
        require(failing.isEmpty() || !failing.equals(labels.get("version")), 500, "a fault of the test");
        taken.add(new Taken(labels, profile, ByteString.copyFrom(pprof)));
        return profile.getSampleCount();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
