package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetCommand;
import io.jemscope.testkit.TargetProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first command of the README keeps its promise. */
class DemoIT {

    @TempDir
    private Path folder;

    @Test
    void namesTheLeaksFirstAndInOrder() throws Exception {
        Outcome outcome = Recorder.run(demo());

        assertThat(namesTheLeaks(outcome)).hasSize(4);
    }

    @Test
    void namesTheSameLeaksWithoutJemalloc() throws Exception {
        Outcome outcome = Recorder.run(demo("--jemalloc", "none"));

        assertThat(namesTheLeaks(outcome)).hasSize(4);
    }

    @Test
    void thePageIsServedWhileItRunsAndTheVerdictStandsAtItsEnd() throws Exception {
        try (TargetProcess demo = demo("--open").start()) {
            URI page = URI.create(demo.awaitOutput(Pattern.compile("page: (\\S+)"), Recorder.LIMIT)
                    .group(1));
            assertThat(page.getPath()).isEqualTo("/page");
            assertThat(get(page, "/page").body()).contains("page.js");
            HttpResponse<String> state = get(page, "/api/v1/state");
            assertThat(state.statusCode()).as(state.body()).isEqualTo(200);
            assertThat(state.body()).contains("LeakyService");
            demo.signal("TERM");

            assertThat(namesTheLeaks(demo.await(Recorder.LIMIT))).hasSize(4);
        }
    }

    @Test
    void theBundleOfTheKilledShopNamesTheLine() throws Exception {
        Path bundle = folder.resolve("killed.zip");

        Outcome outcome = Recorder.run(demo("--until-killed", "-o", bundle.toString()));

        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        assertThat(outcome.output())
                .contains("The shop was killed.", "ThumbnailCache.render", "As promised")
                .doesNotContain("not as promised");
        assertThat(bundle).isNotEmptyFile();
    }

    @Test
    void theFleetNamesWhatEachVersionBrought() throws Exception {
        Path store = folder.resolve("fleet.duckdb");

        assertFleet("-o", store.toString());

        // The store that it kept answers the same.
        Outcome diff = Recorder.run(
                Image.jemscope("fleet", "diff", "--release", "1.2", "--base", "1.1", "--store", store.toString()));
        assertThat(diff.exitCode()).as("%s", diff).isZero();
        assertThat(diff.output())
                .containsSubsequence("Grown:", "ThumbnailCache.render(", "Shrunk:", "UploadSessions.inflater(");
    }

    @Test
    void twoServersOfClickHouseSayTheSame() throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/sbin/clickhouse-server")), "clickhouse-server isn't installed here");

        assertFleet("--clickhouse");
    }

    private void assertFleet(String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("--fleet"));
        words.addAll(List.of(options));
        Outcome outcome;
        try (TargetProcess demo = demo(words.toArray(String[]::new)).start()) {
            // Of sixteen JVMs.
            outcome = demo.await(Recorder.LIMIT.multipliedBy(2));
        }

        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        assertThat(outcome.output())
                .contains("As promised.", "What came with 1.1 after 1.0", "What came with 1.2 after 1.1")
                .doesNotContain("DIFFERS", "not as promised");
        assertThat(outcome.output().lines().filter(line -> line.startsWith("ok ")))
                .satisfiesExactly(
                        line -> assertThat(line).contains("1.1 brought", "FeedCompressors.open("),
                        line -> assertThat(line).contains("1.2 brought", "ThumbnailCache.render("),
                        line -> assertThat(line).contains("1.2 fixed", "UploadSessions.inflater("));
        assertThat(folder.resolve("temporary")).isEmptyDirectory();
    }

    @Test
    void aSignalEndsTheFleetAndLeavesNothing() throws Exception {
        try (TargetProcess demo = demo("--fleet").start()) {
            demo.awaitOutput(Pattern.compile("15 instances run"), Recorder.LIMIT);
            String service = "-Dotel.service.name=shop-" + demo.pid();
            assertThat(running(service)).isEqualTo(15);
            demo.signal("TERM");

            assertThat(demo.await(Recorder.LIMIT).exitCode()).isEqualTo(143);
            assertThat(running(service)).isZero();
            assertThat(folder.resolve("temporary")).isEmptyDirectory();
        }
    }

    private static long running(String argument) {
        return ProcessHandle.allProcesses()
                .filter(each -> Arrays.asList(each.info().arguments().orElse(new String[0]))
                        .contains(argument))
                .count();
    }

    private TargetCommand demo(String... options) throws IOException {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        List<String> words = new ArrayList<>(List.of(options));
        words.add(0, "demo");
        return Image.jemscope(words.toArray(String[]::new))
                .in(folder)
                .withVariable("TMPDIR", temporary.toString())
                .withVariable("JEMSCOPE_RUNTIME_DIR", folder.resolve("runtime").toString());
    }

    private static HttpResponse<String> get(URI page, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(page.resolve(path))
                .header("Authorization", "Bearer " + page.getFragment().substring("token=".length()))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static List<Plant> namesTheLeaks(Outcome outcome) {
        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
        // The demonstration shows the program's lines behind a name of its own.
        List<Plant> plants = Plant.parseAll(outcome.output().replaceAll("(?m)^ *shop: ", ""));
        assertThat(outcome.error())
                .containsSubsequence(plants.stream().map(Plant::site).toList());
        assertThat(outcome.output()).contains("As promised.").doesNotContain("DIFFERS", "not as promised");
        // Honest churn holds nothing. It may have called what the JVM holds for itself.
        assertThat(outcome.error().lines().filter(line -> !line.contains("called from ")))
                .noneMatch(line -> line.contains("PageRenderer") || line.contains("OrderExport"));
        return plants;
    }
}
