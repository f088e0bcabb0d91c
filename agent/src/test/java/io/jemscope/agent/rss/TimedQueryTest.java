package io.jemscope.agent.rss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class TimedQueryTest {

    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    @Test
    void handsTheAnswerOn() {
        TimedQuery<String> question = question(Duration.ofSeconds(20));

        assertThat(question.ask(() -> "one", "none")).isEqualTo("one");
        assertThat(question.ask(() -> "two", "none")).isEqualTo("two");
    }

    @Test
    void aFailureIsNoAnswerAndAnotherMayBeAsked() {
        TimedQuery<String> question = question(Duration.ofSeconds(20));

        assertThat(question.ask(
                        () -> {
                            throw new NoClassDefFoundError("as meant");
                        },
                        "none"))
                .isEqualTo("none");
        assertThat(question.ask(() -> "two", "none")).isEqualTo("two");
    }

    @Test
    void oneThatIsntAnsweredHoldsNobodyUpAndHasOneThread() {
        CountDownLatch answered = new CountDownLatch(1);
        TimedQuery<String> question = question(Duration.ofMillis(1));

        for (int i = 0; i < 3; i++) {
            assertThat(question.ask(
                            () -> {
                                answered.await();
                                return "late";
                            },
                            "none"))
                    .isEqualTo("none");
        }
        assertThat(threads).hasSize(1);
        answered.countDown();

        await().until(() -> question.ask(() -> "anew", "none").equals("anew"));
    }

    private TimedQuery<String> question(Duration patience) {
        return new TimedQuery<>(
                work -> {
                    Thread thread = new Thread(work, "question");
                    thread.setDaemon(true);
                    threads.add(thread);
                    return thread;
                },
                patience);
    }
}
