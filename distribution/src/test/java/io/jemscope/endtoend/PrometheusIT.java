package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonParser;
import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.TargetCommand;
import io.jemscope.testkit.TargetProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prometheus's own tools and Prometheus itself, on the metrics of a live JVM. */
class PrometheusIT {

    private static final Pattern VALUE = Pattern.compile("\"value\":\\[[0-9.]+,\"([^\"]+)\"]");

    private static final Path EXAMPLES = Path.of("..", "examples", "prometheus").toAbsolutePath();

    private static final List<String> CONTAINERS = List.of(
            "jemscope_container_used_bytes",
            "jemscope_container_inactive_file_bytes",
            "jemscope_container_limit_bytes");

    /** Nothing may have been found. */
    private static final List<String> FINDINGS = List.of(
            "jemscope_verdict_bytes",
            "jemscope_verdict_growth_bytes_per_second",
            "jemscope_verdict_until_limit_seconds");

    private final Jdk jdk = Jdks.all().get(Jdks.all().size() - 1);

    @TempDir
    private Path folder;

    @Test
    void promtoolHasNothingToSay() throws Exception {
        try (LiveTarget target = LiveTarget.start(jdk, folder)) {
            target.curl("/api/v1/verdict");
            Files.writeString(folder.resolve("metrics"), target.curl("/metrics"));

            Outcome checked = Recorder.run(TargetCommand.of("/bin/sh", "-c", "promtool check metrics < metrics")
                    .in(folder));

            assertThat(checked.exitCode()).as("%s", checked).isZero();
            assertThat(checked.output() + checked.error()).isEmpty();
            target.endsAsEver();
        }
    }

    @Test
    void theExampleRulesFireWhenTheyShould() throws Exception {
        Outcome checked = Recorder.run(
                TargetCommand.of("promtool", "check", "rules", "alerts.yml").in(EXAMPLES));
        Outcome tested = Recorder.run(
                TargetCommand.of("promtool", "test", "rules", "alerts-test.yml").in(EXAMPLES));

        assertThat(checked.exitCode()).as("%s", checked).isZero();
        assertThat(tested.exitCode()).as("%s", tested).isZero();
    }

    @Test
    void theExamplesAndTheDocumentationNameMetricsThatTheAgentHas() throws Exception {
        Set<String> known = new TreeSet<>();
        try (LiveTarget target = LiveTarget.start(jdk, Files.createDirectory(folder.resolve("jemalloc")))) {
            known.addAll(metricsOf(target));
        }
        try (LiveTarget target =
                LiveTarget.startWithoutJemalloc(jdk, Files.createDirectory(folder.resolve("glibc")), null)) {
            known.addAll(metricsOf(target));
        }
        // Where the tests run no container may have a limit, or no control group counts memory.
        known.addAll(CONTAINERS);
        known.addAll(FINDINGS);

        assertThat(metrics(Files.readString(EXAMPLES.resolve("alerts.yml"))))
                .isNotEmpty()
                .isSubsetOf(known);
        assertThat(metrics(Files.readString(EXAMPLES.resolve("dashboard.json"))))
                .isNotEmpty()
                .isSubsetOf(known);
        assertThat(metrics(Files.readString(Path.of("../docs/prometheus.md")).replaceAll("(?m)^(?!\\| `).*\n", "")))
                .containsExactlyElementsOf(known);
        assertThat(JsonParser.parseString(Files.readString(EXAMPLES.resolve("dashboard.json")))
                        .getAsJsonObject()
                        .getAsJsonArray("panels"))
                .isNotEmpty();
    }

    private static Set<String> metricsOf(LiveTarget target) throws IOException, InterruptedException {
        target.curl("/api/v1/verdict");
        Set<String> metrics = metrics(target.curl("/metrics").replaceAll("(?m)^#.*\n", ""));
        target.endsAsEver();
        return metrics;
    }

    private static Set<String> metrics(String text) {
        return Pattern.compile("\\bjemscope_[a-z_]+")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void prometheusScrapesALiveAgent() throws Exception {
        try (LiveTarget target = LiveTarget.start(jdk, folder)) {
            target.fine("activate", target.pid());
            long planted =
                    target.leak().stream().mapToLong(plant -> plant.bytes()).sum();
            int port = freePort();
            try (TargetProcess prometheus = prometheus(target, port).start()) {
                await().atMost(Recorder.LIMIT)
                        .ignoreExceptionsMatching(e -> e instanceof IOException && prometheus.isAlive())
                        .until(() -> query(port, "up"), answer -> answer.contains(",\"1\"]"));

                assertThat(value(port, "jemscope_jemalloc_allocated_bytes")).isGreaterThan((double) planted);
                assertThat(value(port, "jemscope_profiling_active")).isEqualTo(1);
                assertThat(value(port, "jemscope_samples_total{java_frames=\"true\"}"))
                        .isPositive();
                assertThat(value(port, "jemscope_profiling_sample_interval_bytes"))
                        .isEqualTo(16384);
                assertThat(query(port, "jemscope_agent_info")).contains("\"version\":\"");
                assertThat(query(port, "jemscope_jemalloc_info")).contains("\"version\":\"5.");
                // Whatever came in belongs to us or is Prometheus's own: no stray names.
                assertThat(query(port, "{job=\"jvm\",__name__!~\"jemscope_.*|up|scrape_.*\"}"))
                        .contains("\"result\":[]");
            }
            target.endsAsEver();
        }
    }

    /** A scrape that takes too long takes all series away. On the loopback, with all it writes in the test's folder, and ended with the test. */
    private TargetCommand prometheus(LiveTarget target, int port) throws IOException {
        Path token = Files.writeString(folder.resolve("token"), target.token());
        Path settings = Files.writeString(folder.resolve("prometheus.yml"), """
                global:
                  scrape_interval: 5s
                  scrape_timeout: 5s
                scrape_configs:
                  - job_name: jvm
                    authorization:
                      type: Bearer
                      credentials_file: %s
                    static_configs:
                      - targets: ['%s']
                """.formatted(
                        token, target.address().replace("http://", "")));
        return TargetCommand.of(
                        "prometheus",
                        "--config.file=" + settings,
                        "--storage.tsdb.path=" + folder.resolve("series"),
                        "--web.listen-address=127.0.0.1:" + port)
                .in(folder);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static double value(int port, String query) throws Exception {
        String answer = query(port, query);
        Matcher matcher = VALUE.matcher(answer);
        assertThat(matcher.find()).as(answer).isTrue();
        return Double.parseDouble(matcher.group(1));
    }

    private static String query(int port, String query) throws Exception {
        URI address = URI.create(
                "http://127.0.0.1:" + port + "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        HttpRequest request =
                HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(30)).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
