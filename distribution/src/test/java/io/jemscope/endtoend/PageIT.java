package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Jdks;
import io.jemscope.testkit.Outcome;
import io.jemscope.testkit.Plant;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page in a real browser, served by the agent of a real JVM, and as one file. */
class PageIT {

    private static final Path SCREENSHOTS = Path.of("target/screenshots");
    private static final Jdk NEWEST = Jdks.all().get(Jdks.all().size() - 1);
    private static final String SOURCES =
            Path.of("../testkit/src/main/java").toAbsolutePath().normalize().toString();
    private static final int[] WIDTHS = {360, 1280, 3840};

    @TempDir
    private static Path profile;

    /** The demo's recording, and its dumps. */
    @TempDir
    private static Path shared;

    private static Path recording;
    private static Browser browser;

    @TempDir
    private Path folder;

    @BeforeAll
    static void recordTheDemoAndStartTheBrowser() throws Exception {
        recording = shared.resolve("recording.pb.gz");
        jemscope(shared, List.of("demo", "--every", "2s", "-o", recording.toString()));
        browser = Browser.start(profile);
    }

    @AfterAll
    static void endBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void forgetTheTestBefore() {
        browser.open("about:blank");
        browser.complaints();
    }

    @Test
    void aRunIsStartedInThePageAndItsLeakFound() throws Exception {
        try (LiveTarget target = LiveTarget.start(NEWEST, folder)) {
            browser.size(1280, 900);
            browser.open(page(target));
            browser.click("Start a run…");
            browser.await(By.xpath("//label[contains(., 'Length')]//input")).clear();
            browser.await(By.xpath("//label[contains(., 'Label')]//input")).sendKeys("the leak");
            browser.click("Start");
            browser.await(By.xpath("//button[.='Stop the run']"));
            List<Plant> plants = target.leak();
            browser.click("Stop the run");
            browser.await(By.xpath("//button[.='Start a run…']"));

            browser.click("Runs and dumps");
            browser.awaitText("the leak");
            browser.click("Since it began");
            String line = largest(plants);
            browser.awaitText(line);
            browser.click("Flame graph");
            browser.await(By.cssSelector("canvas"));
            browser.click("Table");
            browser.await(By.cssSelector("[role=treegrid]"));
            browser.click("Who holds it");
            browser.awaitText(line);
            assertThat(browser.complaints()).isEmpty();
            assertThat(browser.loaded())
                    .allSatisfy(file ->
                            assertThat(URI.create(file.toString()).getHost()).isEqualTo("127.0.0.1"));
            target.endsAsEver();
        }
    }

    @Test
    void theVerdictComesFirstAndItsSitesLeadToTheirStacks() throws Exception {
        try (LiveTarget target = LiveTarget.start(NEWEST, folder)) {
            target.fine("activate", target.pid());
            target.leak();
            target.dumped();
            browser.size(1280, 900);
            browser.open(target.address() + "/page#token=" + target.token());

            browser.awaitText("RSS ");
            browser.awaitText("too early");
            browser.assertAccessible();
            browser.await(By.xpath("//dd//button[contains(., 'programs.')]")).click();
            browser.awaitText("Stacks through");
            browser.await(By.cssSelector("canvas"));
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void withoutADumpTheTableOffersToMakeOne() throws Exception {
        try (LiveTarget target = LiveTarget.start(NEWEST, folder)) {
            target.fine("activate", target.pid());
            List<Plant> plants = target.leak();
            browser.size(1280, 900);
            browser.open(page(target));
            browser.click("Keys");
            browser.await(By.cssSelector("dialog[open]"));
            browser.escape();
            browser.awaitGone(By.cssSelector("dialog"));
            assertThat(browser.hasFocus("Keys")).isTrue();

            browser.click("Who holds it");
            browser.click("Make a dump now");
            browser.awaitText(largest(plants));
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void twoMomentsAreComparedByTheDumpsNearestToThem() throws Exception {
        try (LiveTarget target = LiveTarget.start(NEWEST, folder)) {
            target.fine("activate", target.pid());
            browser.size(1280, 900);
            browser.open(page(target));
            By look = By.cssSelector("h1");
            browser.awaitOtherText(look);
            browser.click("Snapshot");
            browser.awaitCount(By.cssSelector(".chart .mark"), 1);
            List<Plant> plants = target.leak();
            browser.awaitOtherText(look);
            browser.awaitOtherText(look);
            browser.click("Snapshot");
            browser.awaitCount(By.cssSelector(".chart .mark"), 2);
            browser.awaitOtherText(look);

            WebElement chart = browser.await(By.cssSelector(".chart [role=slider]"));
            chart.sendKeys(Keys.HOME, Keys.ENTER, Keys.END, Keys.ENTER);
            By anyway = By.xpath("//button[.='Compare these']");
            browser.await(By.xpath("//button[.='Compare these'] | //h1[.='What changed']"));
            if (browser.has(anyway)) {
                browser.await(anyway).click();
            }
            browser.awaitText("The nearest dumps are of ");
            browser.awaitText(largest(plants));
            assertThat(browser.complaints()).isEmpty();
        }
    }

    @Test
    void anAddressLeadsToItsViewAndTheTokenLeavesIt() throws Exception {
        try (LiveTarget target = LiveTarget.start(NEWEST, folder)) {
            target.fine("activate", target.pid());
            target.leak();
            String dump = target.dumped();
            browser.open(target.address() + "/page#holders?dump=" + dump + "&find=programs&token=" + target.token());

            browser.awaitText("io.jemscope.testkit.programs.");
            assertThat(browser.address()).contains("#holders?", "find=programs").doesNotContain(target.token());
        }
    }

    @Test
    void aWrongTokenIsAskedForAgainAndAReaderCannotChangeAnything() throws Exception {
        try (LiveTarget target = LiveTarget.start(NEWEST, folder)) {
            browser.open(target.address() + "/page#now&token=wrong");
            browser.awaitText("Log in");
            browser.await(By.cssSelector("input[type=password]")).sendKeys(readToken(target));
            browser.await(By.xpath("//form//button[.='Log in']")).click();

            browser.awaitText("This token may only read.");
            assertThat(browser.has(By.xpath("//button[.='Start a run…']"))).isFalse();
        }
    }

    @Test
    void aProcessThatHangsOrIsGoneLeavesItsLastFigures() throws Exception {
        try (LiveTarget target = LiveTarget.start(NEWEST, folder)) {
            browser.open(page(target));
            browser.await(By.xpath("//button[.='Start a run…']"));
            target.signal("STOP");
            browser.awaitText("doesn’t answer");
            target.signal("CONT");
            browser.awaitGone(By.cssSelector(".banner"));
            target.ended();

            browser.awaitText("is gone");
            browser.awaitText("allocated ");
        }
    }

    @Test
    void oneFileOpensFromDisk() throws Exception {
        Path html = recorded();
        browser.size(1280, 900);
        browser.open(html.toUri().toString());

        browser.awaitText("io.jemscope.testkit.demo.");
        browser.click("Flame graph");
        browser.await(By.cssSelector("canvas"));
        browser.await(By.cssSelector("input[aria-label*=Search], input[type=search]"))
                .sendKeys("ThumbnailCache");
        browser.awaitText("%");
        // The link also has the number of warnings, if there are any.
        browser.await(By.cssSelector("nav a[href*=unknown]")).click();
        browser.awaitText("Java frames");
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.loaded()).isEmpty();
        assertThat(Files.size(html)).isLessThan(1_500_000);
    }

    @Test
    void aTrendOpensFromDiskAndItsRowsLeadToTheirStacks() throws Exception {
        Path html = trend();
        browser.size(1280, 900);
        browser.open(html.toUri().toString());

        browser.awaitText("What grows");
        browser.await(By.cssSelector("tr svg.spark"));
        browser.assertAccessible();
        browser.await(By.xpath("//tr//button[contains(., 'ThumbnailCache')]")).click();
        browser.awaitText("Stacks through");
        browser.await(By.cssSelector("canvas"));
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.loaded()).isEmpty();
    }

    @Test
    void aSiteLeadsToItsSourceWhereTheFileHasIt() throws Exception {
        Path html = recorded("--with-source", "--source-path", SOURCES);
        browser.size(1280, 900);
        browser.open(html.toUri().toString());

        browser.awaitText("io.jemscope.testkit.demo.");
        browser.click("Show its source");
        browser.await(By.cssSelector("tr.hot code"));
        browser.awaitText("allocateDirect");
        browser.assertAccessible();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void everyViewIsAccessibleInBothThemesAndFitsEveryWindow() throws Exception {
        Path html = recorded("--with-source", "--source-path", SOURCES);
        Path trend = trend();
        try (LiveTarget target = LiveTarget.start(NEWEST, folder)) {
            target.fine("activate", target.pid());
            target.leak();
            String earlier = target.dumped();
            String dump = target.dumped();
            for (String theme : List.of("light", "dark")) {
                browser.open(page(target));
                browser.theme(theme);
                for (String view : List.of(
                        "verdict",
                        "now",
                        "runs",
                        "holders?dump=" + dump,
                        "flame?dump=" + dump,
                        "compare?dump=" + dump + "&baseline=" + earlier,
                        "graph?dump=" + dump,
                        "allocator",
                        "unknown?dump=" + dump)) {
                    look(target.address() + "/page#" + view, view.replaceAll("\\?.*", ""), theme);
                }
                for (String view : List.of("holders", "flame", "source", "unknown")) {
                    look(html.toUri() + "#" + view, "file-" + view, theme);
                }
                look(trend.toUri() + "#trend", "file-trend", theme);
            }
        }
    }

    private static void look(String address, String name, String theme) throws IOException {
        browser.size(1280, 900);
        browser.open(address);
        browser.theme(theme);
        browser.await(By.cssSelector("main h1, main canvas"));
        browser.awaitNothingLoading();
        browser.assertAccessible();
        for (int width : WIDTHS) {
            browser.size(width, width == 360 ? 800 : 900);
            browser.assertFitsTheWindow();
            browser.screenshot(SCREENSHOTS.resolve(name + "-" + theme + "-" + width + ".png"));
        }
    }

    private static String page(LiveTarget target) throws IOException, InterruptedException {
        Matcher address =
                Pattern.compile("\"address\": ?\"([^\"]*)\"").matcher(target.fine("open", target.pid(), "--json"));
        assertThat(address.find()).isTrue();
        // The first view is the verdict.
        return address.group(1).replace("#", "#now&");
    }

    private String readToken(LiveTarget target) throws IOException {
        String descriptor = Files.readString(folder.resolve("runtime").resolve(target.pid() + ".json"));
        Matcher token = Pattern.compile("\"readToken\":\"([^\"]*)\"").matcher(descriptor);
        assertThat(token.find()).isTrue();
        return token.group(1);
    }

    /** The line that holds most of what was planted. */
    private static String largest(List<Plant> plants) {
        return plants.stream()
                .max(Comparator.comparingLong(Plant::bytes))
                .orElseThrow()
                .site();
    }

    private Path trend() throws Exception {
        Path dumps;
        try (Stream<Path> files = Files.list(shared)) {
            dumps = files.filter(file -> file.getFileName().toString().startsWith("jemscope-dumps-"))
                    .findFirst()
                    .orElseThrow();
        }
        return written("trend.html", "trend", dumps.toString());
    }

    private Path recorded(String... options) throws Exception {
        List<String> report = new ArrayList<>(List.of("report", "--html", recording.toString()));
        report.addAll(List.of(options));
        return written("report.html", report.toArray(String[]::new));
    }

    private Path written(String name, String... command) throws Exception {
        Path html = folder.resolve(name);
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(List.of("-o", html.toString()));
        jemscope(folder, words);
        return html;
    }

    private static void jemscope(Path folder, List<String> words) throws Exception {
        Outcome outcome =
                Recorder.run(Image.jemscope(words.toArray(String[]::new)).in(folder));
        assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    }
}
