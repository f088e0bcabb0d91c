package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonParser;
import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import io.jemscope.testkit.TargetProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** The page that a collector serves, in a real browser: four JVMs of two versions, of which one leaks. */
class FleetPageIT {

    private static final Path SCREENSHOTS = Path.of("target/screenshots");
    private static final Pattern ADDRESS =
            Pattern.compile("the page: (http://127\\.0\\.0\\.1:\\d+)(/page#token=(\\S+))");

    @TempDir
    private Path folder;

    /** Other tests' programs run on this machine, too. */
    private final String service = "page-" + ProcessHandle.current().pid();

    private final List<LiveTarget> targets = new ArrayList<>();

    @AfterEach
    void end() throws IOException {
        for (LiveTarget target : targets) {
            target.close();
        }
    }

    @Test
    void thePageNamesWhatHoldsMostAndWhatCameWithAVersion() throws Exception {
        start("1.0");
        start("1.0");
        start("1.1");
        start("1.1");
        List<Plant> plants = List.of();
        for (LiveTarget target : targets.subList(2, 4)) {
            plants = target.leak();
        }
        String line = plants.stream()
                .max(Comparator.comparingLong(Plant::bytes))
                .orElseThrow()
                .site();
        try (TargetProcess collector = Image.jemscope(
                                "collect", "--store", store(), "--every", "2s", "--service", service)
                        .start();
                Browser browser = Browser.start(folder.resolve("browser"))) {
            MatchResult page = collector.awaitError(ADDRESS, Recorder.LIMIT);
            String server = page.group(1);
            browser.size(1280, 900);

            browser.open(server + "/page");
            browser.awaitText("The token is missing");
            browser.assertAccessible();

            awaitInstances(server, page.group(3));
            browser.open(server + page.group(2));
            browser.awaitText("in 4 instances");
            browser.awaitText("4 instances; the newest profile");
            browser.awaitText(method(line));
            assertThat(browser.address()).doesNotContain("token");
            browser.await(By.xpath("//td[starts-with(., '±')]"));

            browser.click("Came with a version");
            browser.awaitText("What came with 1.1");
            browser.awaitText(method(line));
            browser.awaitText("0/2 → 2/2");
            browser.await(By.xpath("//tr[contains(., '" + method(line) + "')]")).sendKeys(Keys.ENTER);
            browser.awaitText("Stacks of " + service);
            browser.awaitText("in 2 instances");
            browser.awaitText(line);

            // Without earlier profiles there is nothing to compare with; the page says so and what to do.
            browser.click("Came since");
            browser.awaitText("The store has no such instance");
            browser.awaitText("Choose a longer time");
            browser.click("Grows");
            browser.awaitText("What grows");
            browser.awaitText("live bytes that an instance gains in an hour");
            browser.click("Why");
            browser.awaitText(service + " holds most");
            browser.awaitText("What explains it");
            // What the browser says of the answer of status 404.
            assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("404"));
            assertThat(browser.loaded())
                    .isNotEmpty()
                    .allSatisfy(file ->
                            assertThat(URI.create(file.toString()).getHost()).isEqualTo("127.0.0.1"));

            assertAnswersAsTheCommand(server, page.group(3));
            for (String theme : List.of("light", "dark")) {
                for (String view : List.of(
                        "top", "release", "since", "trend", "why", "stacks?service=" + service + "&site=" + line)) {
                    look(browser, server + "/page#" + view, view.replaceAll("\\?.*", ""), theme);
                }
            }
        }
        for (LiveTarget target : targets) {
            target.endsAsEver();
        }
    }

    private static void awaitInstances(String server, String token) {
        await().atMost(Duration.ofMinutes(1))
                .ignoreExceptions()
                .until(() -> JsonParser.parseString(ask(server, token, "top"))
                                .getAsJsonObject()
                                .getAsJsonArray("services")
                                .get(0)
                                .getAsJsonObject()
                                .get("instances")
                                .getAsInt()
                        == 4);
    }

    private static String ask(String server, String token, String question) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server + "/api/v1/fleet/" + question))
                .header("Authorization", "Bearer " + token)
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** The same time asked twice, while the collector goes on. */
    private void assertAnswersAsTheCommand(String server, String token) throws IOException, InterruptedException {
        String at =
                Instant.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(1).toString();
        Outcome command = Recorder.run(Image.jemscope("fleet", "top", "--store", store(), "--at", at, "--json"));
        assertThat(command.exitCode()).as("%s", command).isZero();
        assertThat(JsonParser.parseString(ask(server, token, "top?at=" + at)))
                .isEqualTo(JsonParser.parseString(command.output()));
    }

    private static void look(Browser browser, String address, String name, String theme) throws IOException {
        browser.size(1280, 900);
        browser.open(address);
        browser.theme(theme);
        browser.await(By.cssSelector("main h1"));
        browser.awaitNothingLoading();
        browser.assertAccessible();
        for (int width : new int[] {360, 1280}) {
            browser.size(width, 900);
            browser.assertFitsTheWindow();
            browser.screenshot(SCREENSHOTS.resolve("fleet-" + name + "-" + theme + "-" + width + ".png"));
        }
    }

    private static String method(String line) {
        return line.replaceAll("\\(.*", "").replaceAll(".*\\.(\\w+\\.\\w+)$", "$1");
    }

    private void start(String version) throws IOException, InterruptedException {
        Path own = Files.createDirectories(folder.resolve("target-" + targets.size()));
        List<String> options =
                List.of("-Dotel.service.name=" + service, "-Dotel.resource.attributes=service.version=" + version);
        LiveTarget target =
                LiveTarget.start(LiveTarget.program(Jdks.all().get(0), options, own, List.of(), List.of()), own);
        targets.add(target);
        target.fine("activate", target.pid());
    }

    private String store() {
        return folder.resolve("fleet.duckdb").toString();
    }
}
