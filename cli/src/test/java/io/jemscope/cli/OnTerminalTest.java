package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @BeforeEach
    void start() throws IOException {
        agent = StandInAgent.start();
        descriptor = agent.descriptor(folder).toString();
    }

    @AfterEach
    void stop() {
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
                .until(() ->
                        Files.exists(typescript) && Files.readString(typescript).contains("Thumbnails.render"));
        String drawn = Files.readString(typescript);

        process.getOutputStream().write(key);
        process.getOutputStream().flush();

        assertThat(ended(process)).isZero();
        assertThat(drawn).contains(SECOND_SCREEN);
        assertThat(Files.readString(typescript)).containsOnlyOnce("\u001B[?25h\u001B[?1049l");
        assertThat(folder.resolve("code")).content().isEqualTo(code + "\n");
        assertThat(folder.resolve("after")).hasSameTextualContentAs(folder.resolve("before"));
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
        return new ProcessBuilder(command)
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
