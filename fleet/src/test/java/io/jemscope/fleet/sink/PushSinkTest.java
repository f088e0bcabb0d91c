package io.jemscope.fleet.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.http.BoundedClient;
import io.jemscope.fleet.http.RetryException;
import io.jemscope.fleet.store.MemoryFigures;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.Sample;
import io.jemscope.profile.pprof.PprofReader;
import io.jemscope.profile.pprof.proto.PprofProto;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pushes to strict stand-ins of Pyroscope and Parca. */
class PushSinkTest {

    @TempDir
    private Path folder;

    private final List<String> log = new ArrayList<>();
    private StrictReceiver receiver;

    @BeforeEach
    void start() throws IOException {
        receiver = StrictReceiver.start();
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    private Receiver receiver(String credentials) throws IOException {
        BoundedClient client = new BoundedClient(null, Duration.ofSeconds(30), 1 << 20);
        return new Receiver(client, receiver.address(), credentials);
    }

    private Sink pyroscope() throws IOException {
        return new PyroscopeSink(receiver(StrictReceiver.CREDENTIALS), "team-a", log::add);
    }

    private Sink parca() throws IOException {
        return new ParcaSink(receiver(StrictReceiver.CREDENTIALS));
    }

    private static Delivery delivery(byte[] pprof, Instant time) {
        Map<String, String> labels = new TreeMap<>(Map.of(
                Agent.SERVICE, "shop", Agent.VERSION, "2.3.1", "k8s.pod.name", "shop-1", "1x", "y", "empty", ""));
        labels.put("long", "ä".repeat(5_000));
        return new Delivery(
                Agent.of(URI.create("https://web1.example.org:9443"), "secret", labels),
                time,
                pprof,
                MemoryFigures.UNKNOWN);
    }

    private static Delivery delivery(byte[] pprof) {
        return delivery(pprof, Instant.now());
    }

    private static long liveBytes(PprofProto.Profile profile) {
        int column = profile.getSampleTypeCount() - 1;
        return profile.getSampleList().stream()
                .mapToLong(sample -> sample.getValue(column))
                .sum();
    }

    private static List<String> types(PprofProto.Profile profile) {
        return profile.getSampleTypeList().stream()
                .map(type -> profile.getStringTable((int) type.getType()))
                .toList();
    }

    @Test
    void pyroscopeTakesLiveFiguresByStack() throws Exception {
        assertThat(pyroscope()
                        .write(List.of(delivery(MadeUpProfile.pprof(10, 0)), delivery(MadeUpProfile.pprof(3, 0)))))
                .isEmpty();

        assertThat(receiver.log())
                .containsExactly(
                        "accepted /push.v1.PusherService/Push: 10 samples",
                        "accepted /push.v1.PusherService/Push: 3 samples");
        StrictReceiver.Taken taken = receiver.taken().get(0);
        assertThat(taken.labels())
                .containsEntry("service_name", "shop")
                .containsEntry("version", "2.3.1")
                .containsEntry("host", "web1")
                .containsEntry("instance", "web1.example.org:9443")
                .containsEntry("k8s_pod_name", "shop-1")
                .containsEntry("_1x", "y")
                .containsKey("long")
                .doesNotContainKey("empty");
        assertThat(types(taken.profile())).containsExactly("inuse_objects", "inuse_space");
        assertThat(liveBytes(taken.profile())).isEqualTo(2 * (10 * 100_000 + 45));
        assertThat(taken.profile().getPeriod()).isEqualTo(524_288);
        assertThat(taken.profile().getStringTableList())
                .contains("com.example.Cache3.put", "Cache.java", "warning: 12 samples have no stack")
                .doesNotContain("worker-1");
        assertThat(log).isEmpty();
    }

    @Test
    void whatPyroscopeDoesNotTakeIsPrunedWithItsSum() throws Exception {
        byte[] many = MadeUpProfile.pprof(17_000, 0);
        byte[] large = MadeUpProfile.pprof(9_000, 1_000);

        assertThat(pyroscope().write(List.of(delivery(many), delivery(large), delivery(many))))
                .isEmpty();

        assertThat(receiver.taken()).hasSize(3);
        assertThat(receiver.taken().get(0).profile().getSampleCount()).isEqualTo(16_000);
        assertThat(receiver.taken().get(0).profile().getStringTableList()).contains("[1001 smaller stacks]");
        assertThat(receiver.taken().get(1).profile().getSampleCount()).isBetween(1_500, 2_500);
        for (int i = 0; i < 2; i++) {
            Profile sent = PprofReader.read(new ByteArrayInputStream(i == 0 ? many : large));
            assertThat(liveBytes(receiver.taken().get(i).profile()))
                    .isEqualTo(Math.round(sent.live().bytes()));
        }
        assertThat(log)
                .singleElement()
                .asString()
                .contains("https://web1.example.org:9443 (shop) 15999 of 17000 stacks were sent")
                .doesNotContain("secret");
    }

    @Test
    void parcaTakesWholeProfiles() throws Exception {
        byte[] pprof = MadeUpProfile.pprof(10, 0);

        assertThat(parca().write(List.of(delivery(pprof)))).isEmpty();

        assertThat(receiver.log()).containsExactly("accepted /api/profiles/writeraw: 20 samples");
        StrictReceiver.Taken taken = receiver.taken().get(0);
        assertThat(taken.labels()).containsEntry("service", "shop").containsEntry("__name__", "memory");
        assertThat(types(taken.profile()))
                .containsExactly("alloc_objects", "alloc_space", "inuse_objects", "inuse_space");
        Profile sent = PprofReader.read(new ByteArrayInputStream(pprof));
        Profile came = PprofReader.read(taken.pprof().newInput());
        assertThat(came.rate()).isEqualTo(sent.rate());
        assertThat(came.live()).isEqualTo(sent.live());
        assertThat(came.samples())
                .extracting(Sample::labels)
                .containsExactlyElementsOf(
                        sent.samples().stream().map(Sample::labels).toList());
        assertThat(came.metadata().get(ProfileMetadata.WARNING)).contains("12 samples have no stack");
        assertThat(Duration.between(
                        came.metadata().instant(ProfileMetadata.TIME).orElseThrow(), Instant.now()))
                .isLessThan(Duration.ofMinutes(5));
    }

    @Test
    void goReadsWhatWasTaken() throws Exception {
        assumeTrue(new ProcessBuilder("sh", "-c", "command -v go").start().waitFor() == 0, "go isn't installed here");
        pyroscope().write(List.of(delivery(MadeUpProfile.pprof(10, 0))));
        parca().write(List.of(delivery(MadeUpProfile.pprof(10, 0))));
        for (StrictReceiver.Taken taken : receiver.taken()) {
            Path file = folder.resolve("taken.pb.gz");
            Files.write(file, taken.pprof().toByteArray());
            Process pprof = new ProcessBuilder("go", "tool", "pprof", "-top", "-unit=B", file.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String top = new String(pprof.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(top)
                    .contains("Type: inuse_space")
                    .contains("of 2000090B total")
                    .contains("com.example.Cache9.put");
        }
    }

    @Test
    void whatWaitedTooLongIsRefusedByPyroscopeAlone() throws Exception {
        Delivery old = delivery(MadeUpProfile.pprof(1, 0), Instant.now().minus(Duration.ofHours(2)));
        Delivery damaged = delivery("no profile".getBytes(StandardCharsets.UTF_8));

        assertThat(pyroscope().write(List.of(old, damaged, delivery(MadeUpProfile.pprof(2, 0)))))
                .extracting(Sink.Refused::delivery)
                .containsExactly(old, damaged);
        assertThat(parca().write(List.of(old, damaged)))
                .extracting(Sink.Refused::delivery)
                .containsExactly(damaged);

        assertThat(receiver.log())
                .containsExactly(
                        "refused /push.v1.PusherService/Push: 400 profile rejected: too old",
                        "accepted /push.v1.PusherService/Push: 2 samples",
                        "accepted /api/profiles/writeraw: 2 samples");
    }

    /** What a server answers to a profile it will never accept; the next one is sent all the same. */
    @ParameterizedTest
    @ValueSource(ints = {400, 413, 415, 422})
    void whatMayBeTheProfilesFaultIsRefused(int status) throws Exception {
        List<Delivery> deliveries = List.of(delivery(MadeUpProfile.pprof(1, 0)), delivery(MadeUpProfile.pprof(2, 0)));
        receiver.fail(status);
        for (Sink sink : List.of(pyroscope(), parca())) {
            List<Sink.Refused> refused = sink.write(deliveries);

            assertThat(refused).extracting(Sink.Refused::delivery).containsExactlyElementsOf(deliveries);
            assertThat(refused)
                    .extracting(Sink.Refused::why)
                    .allSatisfy(why -> assertThat(why)
                            .contains(receiver.address() + " answered " + status + ": ", "an outage of the test"));
        }
        assertThat(receiver.log()).hasSize(4);
    }

    /** What Go's and nginx's servers answer where they expect TLS. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Client sent an HTTP request to an HTTPS server.",
                "<title>400 The plain HTTP request was sent to HTTPS port</title>"
            })
    void anAddressThatNeedsHttpsLosesNoProfile(String answer) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] text = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(400, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        server.start();
        try {
            URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
            Receiver unencrypted = new Receiver(new BoundedClient(null, Duration.ofSeconds(30), 1 << 20), address, "");
            for (Sink sink : List.of(new ParcaSink(unencrypted), new OtlpSink(unencrypted, line -> {}))) {
                assertThatThrownBy(() -> sink.write(List.of(delivery(MadeUpProfile.pprof(1, 0)))))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("this port expects https");
            }
        } finally {
            server.stop(0);
        }
    }

    @Test
    void whatIsNotTheProfilesFaultIsTriedAgain() throws Exception {
        List<Delivery> deliveries = List.of(delivery(MadeUpProfile.pprof(1, 0)));
        for (int status : new int[] {429, 500, 503}) {
            receiver.fail(status);
            assertThatThrownBy(() -> pyroscope().write(deliveries))
                    .isInstanceOf(status == 429 ? RetryException.class : IOException.class)
                    .hasMessageContaining(receiver.address() + " answered " + status + ": ")
                    .hasMessageContaining("an outage of the test");
        }
        receiver.fail(0);
        assertThatThrownBy(() -> new ParcaSink(receiver("wrong")).write(deliveries))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("401")
                .hasMessageContaining("check the credentials")
                .hasMessageNotContaining("wrong:");
        BoundedClient client = new BoundedClient(null, Duration.ofSeconds(30), 1 << 20);
        Receiver elsewhere = new Receiver(client, receiver.address().resolve("/prefix/"), StrictReceiver.CREDENTIALS);
        assertThatThrownBy(() -> new ParcaSink(elsewhere).write(deliveries))
                .hasMessageContaining("check the address; it has no /api/profiles/writeraw");
        assertThat(receiver.log())
                .last()
                .asString()
                .isEqualTo("refused /prefix/api/profiles/writeraw: 404 no such path");
    }
}
