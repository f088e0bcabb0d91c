package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Chromium without a display, and without any network but the loopback. */
final class Browser implements AutoCloseable {

    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Path AXE = Path.of("../web/node_modules/axe-core/axe.min.js");
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Starts one; skips the test where there is none. */
    static Browser start(Path profile) {
        assumeTrue(Files.isExecutable(DRIVER), "no chromedriver on this machine");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.WARNING);
        ChromeOptions options = new ChromeOptions();
        options.setBinary("/usr/bin/chromium");
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                "--user-data-dir=" + profile);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .usingAnyFreePort()
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    /** Opens an address in a new document, also where only its fragment differs. */
    void open(String address) {
        driver.get("about:blank");
        driver.get(address);
    }

    String address() {
        return driver.getCurrentUrl();
    }

    /** Clicks the button or link that has this text or name for screen readers. */
    void click(String name) {
        await(By.xpath("//*[self::button or self::a][normalize-space()='" + name + "' or @aria-label='" + name + "']"))
                .click();
    }

    /** Types into what has the keyboard. */
    void type(CharSequence... keys) {
        driver.switchTo().activeElement().sendKeys(keys);
    }

    void escape() {
        type(Keys.ESCAPE);
    }

    /** Waits until an element is there and can be seen. */
    WebElement await(By by) {
        new WebDriverWait(driver, LIMIT).until(any -> has(by));
        return visible(by).get(0);
    }

    /** Waits until the page's text contains this. */
    void awaitText(String text) {
        new WebDriverWait(driver, LIMIT)
                .withMessage(() -> "no '" + text + "' in:\n" + text())
                .until(any -> text().contains(text));
    }

    /** Waits until the page has nothing to wait for: no progress bar, no region that is busy. */
    void awaitNothingLoading() {
        new WebDriverWait(driver, LIMIT)
                .until(any -> driver.findElements(By.cssSelector("[aria-busy=true], .progress"))
                        .isEmpty());
    }

    /** Waits until there are this many elements, seen or not. */
    void awaitCount(By by, int count) {
        new WebDriverWait(driver, LIMIT).until(any -> driver.findElements(by).size() == count);
    }

    /** Waits until an element has another text than now. */
    void awaitOtherText(By by) {
        String now = await(by).getText();
        new WebDriverWait(driver, LIMIT).until(any -> !await(by).getText().equals(now));
    }

    void awaitGone(By by) {
        awaitCount(by, 0);
    }

    /** Whether what has this name for screen readers has the keyboard. */
    boolean hasFocus(String name) {
        return name.equals(driver.switchTo().activeElement().getAttribute("aria-label"));
    }

    boolean has(By by) {
        return !visible(by).isEmpty();
    }

    private List<WebElement> visible(By by) {
        return driver.findElements(by).stream().filter(WebElement::isDisplayed).toList();
    }

    /** All that the page says. */
    String text() {
        return driver.findElement(By.tagName("body")).getText();
    }

    void size(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
    }

    void theme(String theme) {
        script("localStorage.setItem('jemscope-theme', arguments[0])", theme);
        driver.navigate().refresh();
    }

    /** Runs a script; its result, or an empty text if it has none. */
    private Object script(String source, Object... arguments) {
        return Objects.requireNonNullElse(((JavascriptExecutor) driver).executeScript(source, arguments), "");
    }

    void screenshot(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    /** Checks that axe-core finds nothing to object to. */
    void assertAccessible() throws IOException {
        assumeTrue(Files.exists(AXE), "no axe-core: run npm ci in web");
        script(Files.readString(AXE));
        Object found = ((JavascriptExecutor) driver)
                .executeAsyncScript(
                        "const done = arguments[0]; axe.run().then(r => done(r.violations.map(v => v.id + ': ' + v.help + ' '"
                                + " + v.nodes.slice(0, 3).map(n => n.html).join(' | '))))");
        assertThat((List<?>) found).as(address()).isEmpty();
    }

    /** Checks that the page ends no narrower than the window: nothing has to be scrolled sideways. */
    void assertFitsTheWindow() {
        assertThat((Long) script("return document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                .as(address())
                .isLessThanOrEqualTo(0);
    }

    /** What the browser complained of since it was asked last: refused scripts, failed requests, exceptions. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    /** The files that the page loaded, by their addresses. */
    List<?> loaded() {
        return (List<?>) script("return performance.getEntriesByType('resource').map(entry => entry.name)");
    }

    Map<?, ?> storage() {
        return (Map<?, ?>) script("return {...sessionStorage}");
    }

    @Override
    public void close() {
        driver.quit();
    }
}
