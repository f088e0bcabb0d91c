package io.jemscope.cli.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatienceTest {

    private final List<Duration> pauses = new ArrayList<>();
    private int asked;

    @Test
    void asksAgainWhenTheAgentSays() throws Exception {
        Answer answer = new Answer(new JsonObject());

        assertThat(Patience.ask(
                        () -> {
                            asked++;
                            if (asked < 3) {
                                throw refusal(503, asked);
                            }
                            return answer;
                        },
                        pauses::add))
                .isSameAs(answer);
        assertThat(pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @Test
    void doesNotAskForEverAndNeverWaitsForLong() {
        assertThatThrownBy(() -> ask(429, 3600)).isInstanceOf(AgentException.class);

        assertThat(asked).isEqualTo(4);
        assertThat(pauses).hasSize(3).containsOnly(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @CsvSource({"503, 0", "409, 1", "404, 0"})
    void whatWillNotChangeIsAskedOnce(int status, int retryAfter) {
        assertThatThrownBy(() -> ask(status, retryAfter)).isInstanceOf(AgentException.class);

        assertThat(asked).isEqualTo(1);
        assertThat(pauses).isEmpty();
    }

    private void ask(int status, int retryAfter) throws IOException, InterruptedException {
        Patience.ask(
                () -> {
                    asked++;
                    throw refusal(status, retryAfter);
                },
                pauses::add);
    }

    private static AgentException refusal(int status, int retryAfter) {
        return new AgentException(status, "", "Not now", "for the test", "Ask again.", Duration.ofSeconds(retryAfter));
    }
}
