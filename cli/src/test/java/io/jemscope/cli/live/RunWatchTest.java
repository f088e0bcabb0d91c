package io.jemscope.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jemscope.cli.StandInAgent;
import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.AgentDescriptor;
import io.jemscope.cli.control.AgentException;
import io.jemscope.cli.control.Answer;
import io.jemscope.cli.control.RunRequest;
import io.jemscope.cli.terminal.ProgressLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run is waited for as long as its agent can be thought to be there. */
class RunWatchTest {

    /** A request that is hung up on is sent a second time by the JDK. */
    private static final int TRIES = 2;

    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private StandInAgent agent;

    @SuppressWarnings("NullAway.Init") // set before each test
    private AgentClient client;

    @BeforeEach
    void start() throws IOException {
        agent = StandInAgent.start();
        client = new AgentClient(AgentDescriptor.read(Files.readString(agent.descriptor(folder))));
    }

    @AfterEach
    void stop() {
        agent.close();
    }

    @Test
    void aProgramThatStandsStillForAWhileIsAskedAgain() throws Exception {
        Answer run = run(1);
        // The figures for the line, and the question about the run.
        agent.stall(2 * TRIES);

        Answer ended = watch(Duration.ofDays(1)).await(run);

        assertThat(ended.shown("state")).isEqualTo("finished");
        assertThat(terminal.toString(StandardCharsets.UTF_8)).contains("the program doesn't answer just now");
    }

    @Test
    void aProgramThatIsSilentForTooLongMayStillHaveTheRun() throws Exception {
        Answer run = run(1);
        agent.stall(2 * TRIES);

        IOException silence = catchThrowableOfType(
                IOException.class, () -> watch(Duration.ZERO).await(run));

        assertThat(silence).isNotInstanceOf(AgentException.class);
        assertThat(RunWatch.hasEnded(silence)).isFalse();
        assertThat(terminal.toString(StandardCharsets.UTF_8)).endsWith("\r\u001B[K");
    }

    @Test
    void aProgramThatHasEndedIsNotWaitedFor() throws Exception {
        Answer run = run(1);
        agent.close();

        assertThatThrownBy(() -> watch(Duration.ofDays(1)).await(run))
                .isInstanceOfSatisfying(
                        ConnectException.class,
                        refused -> assertThat(RunWatch.hasEnded(refused)).isTrue());
    }

    @Test
    void aRunThatTheAgentDoesNotKnowIsNotWaitedFor() throws Exception {
        Answer run = run(1);
        run.json().addProperty("id", "r7");

        assertThatThrownBy(() -> watch(Duration.ofDays(1)).await(run))
                .isInstanceOfSatisfying(
                        AgentException.class,
                        refused -> assertThat(RunWatch.hasEnded(refused)).isTrue());
    }

    private Answer run(long seconds) throws IOException {
        return client.startRun(
                new RunRequest(Optional.of(Duration.ofSeconds(seconds)), "", OptionalLong.empty(), false, false, true));
    }

    private RunWatch watch(Duration patience) {
        PrintStream out = new PrintStream(terminal, true, StandardCharsets.UTF_8);
        return new RunWatch(client, new ProgressLine(out, true), patience);
    }
}
