package io.jemscope.fleet.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.fleet.discovery.KubernetesPods.Scope;
import io.jemscope.fleet.http.SelfSigned;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("NullAway.Init")
class KubernetesPodsTest {

    private static final Scope OWN = new Scope("", false, "");
    private static final Scope EVERYWHERE = new Scope("", true, "");

    /** What the tests use of a pod, and some of what they don't. */
    private static final String POD = """
            {"metadata": {"name": "NAME", "namespace": "shop", "uid": "1", "creationTimestamp": "2026-01-31T23:59:59Z",
              "labels": {"app.kubernetes.io/name": "shop", "app.kubernetes.io/version": "2.3.1", "tier": "web"},
              "annotations": {"jemscope.io/port": "9443", "kubernetes.io/config.source": "api"},
              "ownerReferences": [{"kind": "ReplicaSet", "controller": true}],
              "managedFields": [{"manager": "kubelet", "fieldsV1": {"f:status": {"k:{\\"ip\\":\\"10.0.0.1\\"}": {".": {}}}}}]},
             "spec": {"nodeName": "node-1", "containers": [{"name": "shop", "ports": [{"containerPort": 9443}]}], "priority": 0},
             "status": {"phase": "Running", "podIP": "10.0.0.1", "podIPs": [{"ip": "10.0.0.1"}], "startTime": "2026-01-31T23:59:59Z"}}
            """;

    @TempDir
    private Path folder;

    /** The agents' token. */
    private @Nullable Path token;

    private final List<String> log = new ArrayList<>();
    private static SelfSigned certificate;
    private static String authority;
    private StubApiServer server;

    @BeforeAll
    static void makeCertificate(@TempDir Path keys) throws Exception {
        certificate = SelfSigned.make(keys, "ip:127.0.0.1");
        authority = Files.readString(certificate.authority());
    }

    @BeforeEach
    void start() throws IOException {
        Files.writeString(folder.resolve("ca.crt"), authority);
        Files.writeString(folder.resolve("namespace"), "shop");
        server = new StubApiServer(certificate.context());
        renew("first");
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private void renew(String token) throws IOException {
        Files.writeString(folder.resolve("token"), token);
        server.letIn(token);
    }

    private KubernetesPods pods(Scope scope) throws IOException {
        return KubernetesPods.inCluster(
                Map.of(
                        "KUBERNETES_SERVICE_HOST",
                        "127.0.0.1",
                        "KUBERNETES_SERVICE_PORT",
                        Integer.toString(server.port())),
                folder,
                scope,
                token,
                log::add);
    }

    private JsonObject pod(String name) {
        JsonObject pod = JsonParser.parseString(POD.replace("NAME", name)).getAsJsonObject();
        server.add(pod);
        return pod;
    }

    private static JsonObject in(JsonObject pod, String... path) {
        JsonObject at = pod;
        for (String name : path) {
            at = at.getAsJsonObject(name);
        }
        return at;
    }

    private static List<String> names(List<Agent> agents) {
        return agents.stream()
                .map(each -> String.valueOf(each.labels().get("pod")))
                .toList();
    }

    @Test
    void aPodIsAnAgentWithItsLabels() throws IOException {
        pod("shop-1");

        assertThat(pods(OWN).agents())
                .containsExactly(Agent.of(
                        URI.create("https://10.0.0.1:9443"),
                        "",
                        Map.of(
                                "service", "shop",
                                "version", "2.3.1",
                                "host", "node-1",
                                "pod", "shop-1",
                                "namespace", "shop")));
        assertThat(log).isEmpty();
    }

    @Test
    void annotationsSayMore() throws IOException {
        JsonObject pod = pod("shop-1");
        JsonObject annotations = in(pod, "metadata", "annotations");
        annotations.addProperty("jemscope.io/scheme", "http");
        annotations.addProperty("jemscope.io/service", "cart");
        annotations.addProperty("jemscope.io/version", "7");
        in(pod, "status").addProperty("podIP", "fd00::17");
        in(pod, "spec").remove("nodeName");

        assertThat(pods(OWN).agents())
                .containsExactly(Agent.of(
                        URI.create("http://[fd00::17]:9443"),
                        "",
                        Map.of("service", "cart", "version", "7", "pod", "shop-1", "namespace", "shop")));
    }

    @Test
    void theTokenIsSentWithoutTlsOnlyWhereThePodSaysSo() throws IOException {
        token = Files.writeString(folder.resolve("agents"), "secret\n");
        pod("https");
        in(pod("http"), "metadata", "annotations").addProperty("jemscope.io/scheme", "http");
        JsonObject annotations = in(pod("insecure"), "metadata", "annotations");
        annotations.addProperty("jemscope.io/scheme", "http");
        annotations.addProperty("jemscope.io/insecure", "true");

        List<Agent> agents = pods(OWN).agents();

        assertThat(names(agents)).containsExactly("https", "insecure");
        assertThat(agents).extracting(Agent::token).containsOnly("secret");
        assertThat(log)
                .singleElement()
                .asString()
                .startsWith("the pod shop/http is skipped: the token would be sent unencrypted.");
    }

    @Test
    void otherPodsArent() throws IOException {
        in(pod("pending"), "status").addProperty("phase", "Pending");
        in(pod("ended"), "status").addProperty("phase", "Succeeded");
        in(pod("without-address"), "status").remove("podIP");
        in(pod("without-agent"), "metadata", "annotations").remove("jemscope.io/port");
        in(pod("without-annotations"), "metadata").remove("annotations");
        in(pod("deleted"), "metadata").addProperty("deletionTimestamp", "2026-01-31T23:59:59Z");
        in(pod("elsewhere"), "metadata").addProperty("namespace", "other");
        in(pod("without-labels"), "metadata").remove("labels");

        assertThat(names(pods(OWN).agents())).containsExactly("without-labels");
        assertThat(names(pods(new Scope("other", false, "")).agents())).containsExactly("elsewhere");
        assertThat(names(pods(EVERYWHERE).agents())).containsExactly("elsewhere", "without-labels");
        assertThat(log).isEmpty();
    }

    @Test
    void aSelectorIsTheServersToApply() throws IOException {
        pod("shop-1");
        in(pod("shop-2"), "metadata", "labels").addProperty("tier", "batch");

        assertThat(names(pods(new Scope("", false, "tier=batch,app.kubernetes.io/name=shop"))
                        .agents()))
                .containsExactly("shop-2");
        assertThatThrownBy(() -> pods(new Scope("", false, "tier in web & co")).agents())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it answered 400, unable to parse requirement: tier in web & co")
                .hasMessageContaining("Correct --selector");
    }

    @Test
    void allPagesAreRead() throws IOException {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 450; i++) {
            names.add(String.format("shop-%03d", i));
            pod(names.get(i));
        }

        assertThat(names(pods(new Scope("", false, "tier=web")).agents())).isEqualTo(names);
        assertThat(server.log()).hasSize(3).allSatisfy(each -> assertThat(each).contains("limit=200"));
    }

    @Test
    void aListThatExpiresIsAFailure() throws IOException {
        for (int i = 0; i < 201; i++) {
            pod("shop-" + i);
        }
        server.expire();

        assertThatThrownBy(() -> pods(OWN).agents())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it answered 410, The provided continue parameter is too old");
    }

    @Test
    void theTokenIsReadAgain() throws IOException {
        pod("shop-1");
        KubernetesPods pods = pods(OWN);
        assertThat(pods.agents()).hasSize(1);

        renew("second");
        assertThat(pods.agents()).hasSize(1);

        server.letIn("third");
        assertThatThrownBy(pods::agents)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("https://127.0.0.1:" + server.port() + "/api/v1/namespaces/shop/pods")
                .hasMessageContaining("it answered 401, Unauthorized")
                .hasMessageContaining(folder.resolve("token").toString())
                .hasMessageNotContaining("second");
    }

    @Test
    void aRightThatMissesIsNamed() throws IOException {
        server.allowOnly("shop");

        assertThat(pods(OWN).agents()).isEmpty();
        assertThatThrownBy(() -> pods(EVERYWHERE).agents())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it answered 403, pods is forbidden")
                .hasMessageContaining("docs/fleet.md");
    }

    @Test
    void aMistakenPodIsToldOnceAndHidesNoOther() throws IOException {
        pod("good");
        for (String port : List.of("0", "65536", "443x", "", "-1", "99999999999")) {
            in(pod("port" + port), "metadata", "annotations").addProperty("jemscope.io/port", port);
        }
        in(pod("scheme"), "metadata", "annotations").addProperty("jemscope.io/scheme", "ftp\u001b[31m");
        in(pod("ip"), "status").addProperty("podIP", "evil.example.org/");
        KubernetesPods pods = pods(OWN);

        assertThat(names(pods.agents())).containsExactly("good");
        assertThat(names(pods.agents())).containsExactly("good");

        // The empty annotation is as none.
        assertThat(log)
                .hasSize(7)
                .contains(
                        "the pod shop/port443x is skipped: its annotation jemscope.io/port is \"443x\". Make it a port: 1 to 65535",
                        "the pod shop/scheme is skipped: its annotation jemscope.io/scheme is \"ftp?[31m\". Make it http or https");
    }

    @Test
    void theServersCertificateIsVerified() throws Exception {
        Files.delete(folder.resolve("ca.crt"));
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.copy(SelfSigned.make(other, "ip:127.0.0.1").authority(), folder.resolve("ca.crt"));

        KubernetesPods pods = pods(OWN);
        assertThatThrownBy(pods::agents).isInstanceOf(IOException.class).hasMessageContaining("PKIX");
        assertThat(server.log()).isEmpty();
    }

    @Test
    void outsideOfAClusterItSaysSo() throws IOException {
        assertThatThrownBy(() -> KubernetesPods.inCluster(Map.of(), folder, OWN, null, log::add))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("KUBERNETES_SERVICE_HOST")
                .hasMessageContaining("--discover");
        Files.delete(folder.resolve("token"));
        assertThatThrownBy(() -> pods(OWN))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no service account")
                .hasMessageContaining(folder.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"../x", "a b", "Shop", "-a", "a/b"})
    void aNamespaceIsAName(String name) {
        assertThatThrownBy(() -> new Scope(name, false, "")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "x",
                "{}",
                "{\"items\": {}}",
                "{\"items\": [1]}",
                "{\"items\": [{\"metadata\": []}]}",
                "{\"items\": [{\"metadata\": {\"annotations\": {\"a\": {}}}}]}",
                "{\"items\": [",
                "{\"metadata\": 1, \"items\": []}"
            })
    void whatIsNoListIsRefused(String json) {
        assertThatThrownBy(() -> PodList.read(json.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no list of pods");
    }

    @Test
    void deepAndWideListsAreReadOrRefused() throws IOException {
        String deep = "{\"items\": [{\"spec\": " + "[".repeat(1 << 20);
        assertThatThrownBy(() -> PodList.read(deep.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class);
        String wide = "{\"items\": [" + "{},".repeat(1 << 20) + "null]}";
        assertThat(PodList.read(wide.getBytes(StandardCharsets.UTF_8)).pods()).hasSize((1 << 20) + 1);
    }

    @Test
    @Tag("fuzz")
    void damagedListsAreReadOrRefused() {
        byte[] whole =
                ("{\"metadata\": {\"continue\": \"x\"}, \"items\": [" + POD + "]}").getBytes(StandardCharsets.UTF_8);
        byte[] pieces = "[]{}\",:\\1tn \u00e9".getBytes(StandardCharsets.UTF_8);
        Random random = new Random(13);
        int refused = 0;
        for (int i = 0; i < Integer.getInteger("fuzz.cases", 2_000); i++) {
            byte[] bytes = random.nextInt(4) == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
            for (int changes = random.nextInt(5); changes > 0 && bytes.length > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = pieces[random.nextInt(pieces.length)];
            }
            try {
                for (PodList.Pod pod : PodList.read(bytes).pods()) {
                    if (pod != null) {
                        assertThat(pod.name()).doesNotContainPattern("\\p{C}");
                        pod.agent("t")
                                .ifPresent(each ->
                                        assertThatCode(each.address()::getHost).doesNotThrowAnyException());
                    }
                }
            } catch (IOException e) {
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }
}
