package io.jemscope.fleet.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PolledDiscoveryTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final List<Agent> ONE = List.of(Agent.of(URI.create("https://web1:1"), "", Map.of()));
    private static final List<Agent> OTHER = List.of(Agent.of(URI.create("https://web2:1"), "", Map.of()));

    /** What the discovery will answer; it waits while there is nothing. */
    private final BlockingQueue<List<Agent>> answers = new LinkedBlockingQueue<>();

    private final AtomicInteger asked = new AtomicInteger();

    /** An answer that stands for a failure. */
    private static final List<Agent> FAILURE = List.of();

    private List<Agent> answer() throws IOException, InterruptedException {
        asked.incrementAndGet();
        List<Agent> answer = answers.take();
        if (answer.equals(FAILURE)) {
            throw new IOException("the test wants it");
        }
        return answer;
    }

    private PolledDiscovery polled(Duration interval, Duration patience) {
        return new PolledDiscovery(
                () -> {
                    try {
                        return answer();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                },
                interval,
                patience);
    }

    @Test
    void itIsntAskedMoreOftenThanItsInterval() throws IOException {
        PolledDiscovery polled = polled(LONG, LONG);
        answers.add(ONE);
        answers.add(OTHER);

        assertThat(polled.agents()).isEqualTo(ONE);
        assertThat(polled.agents()).isEqualTo(ONE);
        assertThat(asked).hasValue(1);
    }

    @Test
    void eachAnswerIsWaitedForWhileItIsQuick() throws IOException {
        PolledDiscovery polled = polled(Duration.ZERO, LONG);
        answers.addAll(List.of(ONE, OTHER));

        assertThat(polled.agents()).isEqualTo(ONE);
        assertThat(polled.agents()).isEqualTo(OTHER);
    }

    /** It doesn't answer the second time, until it is let, nor the third. */
    @Test
    void aSlowDiscoveryDelaysNothing() throws IOException {
        PolledDiscovery polled = polled(Duration.ZERO, Duration.ZERO);
        answers.add(ONE);
        assertThat(polled.agents()).isEqualTo(ONE);

        assertThat(polled.agents()).isEqualTo(ONE);
        assertThat(polled.agents()).isEqualTo(ONE);
        answers.add(OTHER);
        await().atMost(LONG).until(() -> polled.agents().equals(OTHER));
        // One question at a time.
        assertThat(asked.get()).isLessThanOrEqualTo(3);
    }

    @Test
    void aFailureIsToldUntilItWorksAgain() throws IOException {
        PolledDiscovery polled = polled(Duration.ZERO, LONG);
        answers.addAll(List.of(FAILURE, ONE));

        assertThatThrownBy(polled::agents).isInstanceOf(IOException.class).hasMessage("the test wants it");
        assertThat(polled.agents()).isEqualTo(ONE);
    }

    @Test
    void aFaultIsAFailure() {
        PolledDiscovery polled = new PolledDiscovery(() -> {
            throw new IllegalStateException("a fault");
        });

        assertThatThrownBy(polled::agents).isInstanceOf(IOException.class).hasMessageContaining("a fault");
    }
}
