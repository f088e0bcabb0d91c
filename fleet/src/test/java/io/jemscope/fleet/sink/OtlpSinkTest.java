package io.jemscope.fleet.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpServer;
import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.http.RetryException;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.profile.Fixtures;
import io.jemscope.profile.Frame;
import io.jemscope.profile.Profile;
import io.jemscope.profile.Sample;
import io.jemscope.profile.pprof.OtlpRules;
import io.jemscope.profile.pprof.PprofReader;
import io.jemscope.profile.pprof.PprofWriter;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.ScopeProfiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pushes to a strict stand-in of OpenTelemetry's collector. */
class OtlpSinkTest {

    private static final Instant TIME = Instant.parse("2026-01-31T22:30:00.123Z");

    private final List<String> log = new ArrayList<>();
    private StrictOtlpReceiver receiver;

    @BeforeEach
    void start() throws IOException {
        receiver = StrictOtlpReceiver.start();
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    private Sink sink(URI address, String token) throws IOException {
        BoundedClient client = new BoundedClient(null, Duration.ofSeconds(30), 1 << 20);
        return new OtlpSink(new Receiver(client, address, token), log::add);
    }

    private Sink sink() throws IOException {
        return sink(receiver.address(), StrictOtlpReceiver.TOKEN);
    }

    private static Delivery delivery(byte[] pprof) {
        Map<String, String> labels = Map.of(
                Agent.SERVICE, "shop", Agent.VERSION, "2.3.1", "zone", "eu-1", "", "x", "service.name", "another");
        return new Delivery(
                Agent.of(URI.create("https://web1.example.org:9443"), "secret", labels),
                TIME,
                pprof,
                MemoryFigures.UNKNOWN);
    }

    private static byte[] pprof(Profile profile) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PprofWriter.write(profile, out);
        return out.toByteArray();
    }

    private static ScopeProfiles scope(ExportProfilesServiceRequest request) {
        return request.getResourceProfiles(0).getScopeProfiles(0);
    }

    @Test
    void aProfileIsTakenWithItsResource() throws Exception {
        assertThat(sink().write(List.of(delivery(MadeUpProfile.pprof(10, 0))))).isEmpty();

        assertThat(receiver.log()).containsExactly("accepted /v1development/profiles: 2 profiles, 40 samples");
        ExportProfilesServiceRequest request = receiver.taken().get(0);
        Map<String, String> resource = new TreeMap<>();
        request.getResourceProfiles(0)
                .getResource()
                .getAttributesList()
                .forEach(each -> resource.put(each.getKey(), each.getValue().getStringValue()));
        assertThat(resource)
                .containsOnly(
                        Map.entry("service.name", "shop"),
                        Map.entry("service.version", "2.3.1"),
                        Map.entry("service.instance.id", "web1/7@1764097200123"),
                        Map.entry("host.name", "web1"),
                        Map.entry("zone", "eu-1"));
        assertThat(scope(request).getProfilesList())
                .allSatisfy(profile -> assertThat(profile.getTimeUnixNano()).isEqualTo(1_769_898_600_123_000_000L));
        assertThat(OtlpRules.attributes(
                        request.getDictionary(), scope(request).getProfiles(0).getAttributeIndicesList()))
                .containsValue("warning: 12 samples have no stack")
                .containsKeys("jemscope.total.low", "jemscope.total.high");
        assertThat(log).isEmpty();
    }

    /** Bytes and objects by frames and labels, as the agent's file has them. */
    @Test
    void stacksFiguresAndThreadsArriveAsTheAgentSentThem() throws Exception {
        for (Profile profile : List.of(
                Fixtures.everyKindOfFrame(),
                Fixtures.random(1, 500),
                Fixtures.hostileNames(),
                PprofReader.read(new ByteArrayInputStream(MadeUpProfile.pprof(50, 0))))) {
            byte[] pprof = pprof(profile);
            assertThat(sink().write(List.of(delivery(pprof)))).isEmpty();

            Map<String, long[]> sent = new TreeMap<>();
            for (Sample sample :
                    PprofReader.read(new ByteArrayInputStream(pprof)).samples()) {
                if (sample.live().isNone()) {
                    continue;
                }
                List<String> frames = new ArrayList<>();
                sample.stack().forEach(location -> location.frames().forEach(frame -> frames.add(utf8(frame))));
                add(
                        sent,
                        frames + " " + utf8(sample.labels().getOrDefault(Sample.THREAD, "-")),
                        Math.round(sample.live().bytes()),
                        Math.round(sample.live().objects()));
            }
            Map<String, long[]> came =
                    figures(receiver.taken().get(receiver.taken().size() - 1));
            assertThat(came.keySet()).containsExactlyInAnyOrderElementsOf(sent.keySet());
            came.forEach((key, figures) -> assertThat(figures).as(key).containsExactly(sent.get(key)));
        }
    }

    private static String utf8(Frame frame) {
        return utf8(frame.label() + ":" + frame.line());
    }

    /** Without halves of surrogate pairs, which protobuf's texts can't have. */
    private static String utf8(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static Map<String, long[]> figures(ExportProfilesServiceRequest request) {
        ProfilesDictionary dictionary = request.getDictionary();
        Map<String, long[]> figures = new TreeMap<>();
        var bytes = scope(request).getProfiles(0).getSamplesList();
        var objects = scope(request).getProfiles(1).getSamplesList();
        for (int i = 0; i < bytes.size(); i++) {
            List<String> frames = new ArrayList<>();
            for (int number :
                    dictionary.getStackTable(bytes.get(i).getStackIndex()).getLocationIndicesList()) {
                Location location = dictionary.getLocationTable(number);
                location.getLinesList()
                        .forEach(line -> frames.add(dictionary.getStringTable(dictionary
                                        .getFunctionTable(line.getFunctionIndex())
                                        .getNameStrindex())
                                + ":" + line.getLine()));
            }
            String thread = OtlpRules.attributes(dictionary, bytes.get(i).getAttributeIndicesList())
                    .getOrDefault("thread.name", "-");
            assertThat(objects.get(i).getStackIndex()).isEqualTo(bytes.get(i).getStackIndex());
            add(
                    figures,
                    frames + " " + thread,
                    bytes.get(i).getValues(0),
                    objects.get(i).getValues(0));
        }
        return figures;
    }

    private static void add(Map<String, long[]> figures, String key, long bytes, long objects) {
        long[] sum = figures.computeIfAbsent(key, any -> new long[2]);
        sum[0] += bytes;
        sum[1] += objects;
    }

    @Test
    void whatComesTwiceHasTheSameIds() throws Exception {
        byte[] pprof = MadeUpProfile.pprof(10, 0);

        sink().write(List.of(delivery(pprof), delivery(MadeUpProfile.pprof(11, 0)), delivery(pprof)));

        assertThat(receiver.taken()).hasSize(3);
        assertThat(ids(0)).hasSize(2).doesNotHaveDuplicates().isEqualTo(ids(2)).doesNotContainAnyElementsOf(ids(1));
    }

    private List<ByteString> ids(int number) {
        return scope(receiver.taken().get(number)).getProfilesList().stream()
                .map(profile -> profile.getProfileId())
                .toList();
    }

    @Test
    void whatIsRejectedInPartIsRefusedAndWarningsAreTold() throws Exception {
        Delivery delivery = delivery(MadeUpProfile.pprof(3, 0));
        Sink sink = sink();
        receiver.reject(1, "inuse_objects isn't\nwanted");

        assertThat(sink.write(List.of(delivery)))
                .singleElement()
                .satisfies(refused -> assertThat(refused.why())
                        .isEqualTo(receiver.address() + "/v1development/profiles rejected 1 of its two profiles: "
                                + "inuse_objects isn't?wanted"));

        receiver.reject(0, "profiles are deprecated");
        assertThat(sink.write(List.of(delivery, delivery))).isEmpty();
        assertThat(log)
                .singleElement()
                .asString()
                .endsWith("accepted a profile with a warning: profiles are deprecated");
        assertThat(receiver.log())
                .containsExactly(
                        "rejected /v1development/profiles: 2 profiles, 12 samples",
                        "accepted /v1development/profiles: 2 profiles, 12 samples",
                        "accepted /v1development/profiles: 2 profiles, 12 samples");
    }

    @Test
    void onlyFourStatusesAreTriedAgain() throws Exception {
        List<Delivery> deliveries = List.of(delivery(MadeUpProfile.pprof(1, 0)));
        for (int status : new int[] {429, 502, 503, 504}) {
            receiver.fail(status, "30");
            assertThatThrownBy(() -> sink().write(deliveries))
                    .isInstanceOfSatisfying(
                            RetryException.class,
                            failure -> assertThat(failure.after()).isEqualTo(Duration.ofSeconds(30)))
                    .hasMessageContaining("answered " + status + ": an outage of the test");
        }
        receiver.fail(503, "");
        assertThatThrownBy(() -> sink().write(deliveries)).isExactlyInstanceOf(IOException.class);
        receiver.fail(
                503,
                DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        Instant.now().plusSeconds(600).atZone(ZoneOffset.UTC)));
        assertThatThrownBy(() -> sink().write(deliveries))
                .isInstanceOfSatisfying(
                        RetryException.class,
                        failure -> assertThat(failure.after())
                                .isBetween(Duration.ofSeconds(500), Duration.ofSeconds(600)));
        for (int status : new int[] {400, 413, 422, 500, 501}) {
            receiver.fail(status, "30");
            assertThat(sink().write(deliveries))
                    .singleElement()
                    .satisfies(refused ->
                            assertThat(refused.why()).contains("answered " + status + ": an outage of the test"));
        }
        assertThat(receiver.taken()).isEmpty();
    }

    @Test
    void wrongCredentialsAndAddressesAreSaid() throws Exception {
        List<Delivery> deliveries = List.of(delivery(MadeUpProfile.pprof(1, 0)));

        assertThatThrownBy(() -> sink(receiver.address(), "wrong").write(deliveries))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("answered 401: no or a wrong token: check the credentials");
        assertThatThrownBy(() -> sink(receiver.address().resolve("/prefix/"), StrictOtlpReceiver.TOKEN)
                        .write(deliveries))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("check the address; it has no /v1development/profiles");
        assertThat(receiver.log())
                .containsExactly(
                        "refused /v1development/profiles: 401 no or a wrong token",
                        "refused /prefix/v1development/profiles: 404 no such path");
    }

    @Test
    void aServerOfAnotherKindLosesNothing() throws Exception {
        List<Delivery> deliveries = List.of(delivery(MadeUpProfile.pprof(1, 0)));
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            boolean isMoved = exchange.getRequestURI().getPath().startsWith("/moved");
            byte[] page = "<html>hello</html>".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(isMoved ? 302 : 200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        other.start();
        try {
            URI address = URI.create("http://127.0.0.1:" + other.getAddress().getPort());
            assertThatThrownBy(() -> sink(address, "").write(deliveries))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("answered 200, but not in OTLP's form")
                    .hasMessageEndingWith("check the address");
            assertThatThrownBy(() -> sink(address.resolve("/moved"), "").write(deliveries))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("answered 302: check the address");
        } finally {
            other.stop(0);
        }
    }

    @Test
    void damagedAndTooLargeProfilesAreRefusedWithoutARequest() throws Exception {
        Delivery damaged = delivery("no profile".getBytes(StandardCharsets.UTF_8));
        Delivery large = delivery(MadeUpProfile.pprof(4_000, 3_000));

        List<Sink.Refused> refused = sink().write(List.of(damaged, large, delivery(MadeUpProfile.pprof(2, 0))));

        assertThat(refused).extracting(Sink.Refused::delivery).containsExactly(damaged, large);
        assertThat(refused.get(1).why()).contains("OTLP's receivers accept 20971520");
        assertThat(receiver.log()).containsExactly("accepted /v1development/profiles: 2 profiles, 8 samples");
    }
}
