package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verbs that wait, as processes of their own: on a terminal, which {@code script} makes, and under Ctrl-C. */
@Timeout(120)
class OnTerminalTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private static final Path SCRIPT = Path.of("/usr/bin/script");

    /** Begins the terminal's second screen. */
    private static final String SECOND_SCREEN = "\u001B[?1049h";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private StandInAgent agent;

    @SuppressWarnings("NullAway.Init") // set before each test
    private String descriptor;

    /** What runs on a terminal and doesn't end by itself; null where nothing does. */
    private @Nullable Process terminal;

    @BeforeEach
    void start() throws IOException {
        agent = StandInAgent.start();
        descriptor = agent.descriptor(folder).toString();
    }

    @AfterEach
    void stop() throws InterruptedException {
        Process started = terminal;
        if (started != null) {
            started.descendants().forEach(ProcessHandle::destroy);
            started.destroy();
            started.waitFor();
        }
        agent.close();
    }

    @Test
    void ctrlCLeavesTheRunGoingAndSaysHowToFetchIt() throws Exception {
        Process process = start(command("start", descriptor, "--duration", "1h"));
        await().atMost(SOON).until(() -> agent.requests().contains("GET /api/v1/runs/r1"));

        new ProcessBuilder("/bin/sh", "-c", "kill -INT " + process.pid())
                .start()
                .waitFor();

        assertThat(ended(process)).isEqualTo(130);
        assertThat(errors())
                .contains("run r1: running, 3600 s left")
                .contains("the run goes on without this command; its report: jemscope fetch " + descriptor + " r1");
        assertThat(agent.requests()).noneMatch(request -> request.startsWith("PATCH"));
    }

    @ParameterizedTest
    @CsvSource({"113, 0", "3, 130"})
    void topGivesTheTerminalBackAfterQAndAfterCtrlC(int key, int code) throws Exception {
        assumeTrue(Files.isExecutable(SCRIPT), "There is no script(1)");
        // The shell itself isn't to end by Ctrl-C.
        String shell = "trap : INT; stty -a > before; " + String.join(" ", command("top", descriptor, "--every", "1s"))
                + "; echo $? > code; stty -a > after";
        Process process = start(List.of(SCRIPT.toString(), "-q", "-f", "-c", shell, "typescript"));
        Path typescript = folder.resolve("typescript");
        await().atMost(SOON)
                .until(() -> Files.exists(typescript) && text(typescript).contains("Thumbnails.render"));
        String drawn = text(typescript);

        process.getOutputStream().write(key);
        process.getOutputStream().flush();

        assertThat(ended(process)).isZero();
        assertThat(drawn).contains(SECOND_SCREEN);
        assertThat(text(typescript)).containsOnlyOnce("\u001B[?25h\u001B[?1049l");
        assertThat(folder.resolve("code")).content().isEqualTo(code + "\n");
        assertThat(folder.resolve("after")).hasSameTextualContentAs(folder.resolve("before"));
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 60})
    void topFitsTheTerminalAndNamesItsKeys(int columns) throws Exception {
        assumeTrue(Files.isExecutable(SCRIPT), "There is no script(1)");
        Path typescript = onTerminal("stty cols " + columns + " rows 24; " + top("1h"), "quit");

        List<String> lines = drawnLines(typescript);
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
        // What deletes the rest of a line comes before its text: behind a full line it would delete the last letter.
        assertThat(text(typescript)).doesNotContain("\u001B[K\r\n");
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).contains("Thumbnails.render"))
                .anySatisfy(line -> assertThat(line).isEqualTo("ordered by held; g: by grown, q: quit"));
    }

    @Test
    void topIsDrawnAnewWhenTheTerminalIsResized() throws Exception {
        assumeTrue(Files.isExecutable(SCRIPT), "There is no script(1)");
        // The next look is an hour away.
        String resize = "(until test -e drawn; do sleep 0.1; done; stty cols 60 < /dev/tty) & ";
        Path typescript = onTerminal("stty cols 160 rows 24; " + resize + top("1h"), "quit");
        String wide = text(typescript);

        Files.createFile(folder.resolve("drawn"));

        await().atMost(SOON).until(() -> text(typescript).length() > wide.length());
        await().atMost(SOON).until(() -> drawnLines(typescript).stream().allMatch(line -> line.length() <= 60));
        assertThat(wide.lines()).anyMatch(line -> line.length() > 100);
        assertThat(agent.requests()).containsOnlyOnce("POST /api/v1/dumps {\"kind\":\"snapshot\"}");
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 60})
    void theProgressOfARunStaysOnOneLine(int columns) throws Exception {
        assumeTrue(Files.isExecutable(SCRIPT), "There is no script(1)");
        Path typescript = onTerminal(
                "stty cols " + columns + "; " + String.join(" ", command("start", descriptor, "--duration", "1h")),
                "1,234 samples");

        // Each begins a line and cuts off what is too long for it.
        assertThat(text(typescript))
                .contains(
                        "\r\u001B[K\u001B[?7ljemscope: ",
                        ", 1,234 samples, RSS 1.3 GiB, malloc's at most 3.8 MiB\u001B[?7h\r");
    }

    /** Runs a shell's command on a terminal until it has printed something; it ends with the test's folder. */
    private Path onTerminal(String shell, String printed) throws IOException {
        Path typescript = folder.resolve("typescript");
        terminal = start(List.of(SCRIPT.toString(), "-q", "-f", "-c", shell, "typescript"));
        await().atMost(SOON)
                .until(() -> Files.exists(typescript) && text(typescript).contains(printed));
        return typescript;
    }

    private String top(String every) {
        return String.join(" ", command("top", descriptor, "--every", every));
    }

    /** What was printed so far; the last character may be there in part. */
    private static String text(Path typescript) throws IOException {
        return new String(Files.readAllBytes(typescript), StandardCharsets.UTF_8);
    }

    /** What was drawn last, without what sets the terminal. */
    private static List<String> drawnLines(Path typescript) throws IOException {
        String text = text(typescript);
        String last = text.substring(text.lastIndexOf("\u001B[H") + "\u001B[H".length());
        return last.replaceAll("\u001B\\[[?0-9]*[a-zA-Z]", "").lines().toList();
    }

    @ParameterizedTest
    @CsvSource({"'', true", "--json, false"})
    void onlyAPersonIsShownAPage(String option, boolean opens) throws Exception {
        assumeTrue(Files.isExecutable(SCRIPT), "There is no script(1)");
        // The terminal goes with the command, and a real browser's isn't this one.
        Path browser = Files.writeString(
                folder.resolve("xdg-open"), "#!/bin/sh\ntrap '' HUP\necho $1 > opened.part\nmv opened.part opened\n");
        assertThat(browser.toFile().setExecutable(true)).isTrue();
        String shell = "PATH=.:$PATH; DISPLAY=:7; export PATH DISPLAY; "
                + String.join(" ", command("open", descriptor, option));

        Process process = start(List.of(SCRIPT.toString(), "-q", "-e", "-f", "-c", shell, "typescript"));

        assertThat(ended(process)).isZero();
        assertThat(Files.readString(folder.resolve("typescript"))).contains(agent.address() + "/api/v1/state");
        if (opens) {
            await().atMost(SOON).until(() -> Files.exists(folder.resolve("opened")));
        }
        assertThat(Files.exists(folder.resolve("opened"))).isEqualTo(opens);
    }

    private static List<String> command(String... words) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(words));
        return command;
    }

    private Process start(List<String> command) throws IOException {
        // A test in the background of a script would hand on that SIGINT is ignored.
        List<String> words = new ArrayList<>(List.of("env", "--default-signal"));
        words.addAll(command);
        return new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(folder.resolve("errors").toFile())
                .start();
    }

    private static int ended(Process process) throws InterruptedException {
        boolean ended = process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
        }
        assertThat(ended).as("it ends by itself").isTrue();
        return process.exitValue();
    }

    private String errors() throws IOException {
        return Files.readString(folder.resolve("errors"));
    }
}
