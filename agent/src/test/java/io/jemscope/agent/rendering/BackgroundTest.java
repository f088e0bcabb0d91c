package io.jemscope.agent.rendering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.agent.http.Access;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.run.Permit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BackgroundTest {

    private final Background background = new Background(Executors.defaultThreadFactory());
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    /** Has the thread at something, so that all else waits. */
    @BeforeEach
    void occupy() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<String> first = background.begin(Access.READ, Permit.ALWAYS, () -> {
            begun.countDown();
            end.await();
            return "";
        });
        assertThat(first).isNotDone();
        begun.await();
    }

    @AfterEach
    void close() {
        end.countDown();
        background.close();
    }

    @Test
    void whatReadersWantLeavesOperatorsTheirPlaces() throws Exception {
        for (int i = 0; i < Background.PLACES; i++) {
            assertThat(begin(Access.READ, "reader's")).isNotDone();
        }

        assertThatThrownBy(() -> begin(Access.READ, "one too many"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("16 other analyses are waiting");
        CompletableFuture<String> operators = begin(Access.OPERATE, "operator's");
        end.countDown();

        assertThat(operators).succeedsWithin(Duration.ofSeconds(30));
        assertThat(done.get(0)).isEqualTo("operator's");
    }

    @Test
    void allPlacesCanBeTaken() throws Exception {
        List<CompletableFuture<String>> all = new ArrayList<>();
        for (int i = 0; i < Background.PLACES; i++) {
            all.add(begin(Access.READ, "reader's"));
            all.add(begin(Access.OPERATE, "operator's"));
        }
        background.prefer(all.get(0));
        end.countDown();

        for (CompletableFuture<String> one : all) {
            assertThat(one).succeedsWithin(Duration.ofSeconds(30));
        }
        assertThat(done.subList(0, Background.PLACES)).containsOnly("operator's");
    }

    @Test
    void whatAnOperatorWaitsForTooComesBeforeReaders() throws Exception {
        assertThat(begin(Access.READ, "first")).isNotDone();
        CompletableFuture<String> shared = begin(Access.READ, "shared");

        background.prefer(shared);
        end.countDown();

        assertThat(begin(Access.READ, "last")).succeedsWithin(Duration.ofSeconds(30));
        assertThat(done).containsExactly("shared", "first", "last");
    }

    @Test
    void thePermitIsAskedOnlyWhereThereIsAPlace() throws Exception {
        AtomicInteger taken = new AtomicInteger();
        Permit<RuntimeException> counting = taken::incrementAndGet;
        for (int i = 0; i < Background.PLACES; i++) {
            assertThat(background.begin(Access.READ, counting, () -> "")).isNotDone();
        }

        assertThatExceptionOfType(Problem.class).isThrownBy(() -> background.begin(Access.READ, counting, () -> ""));

        assertThat(taken).hasValue(Background.PLACES);
    }

    @Test
    void whatThePermitRefusesTakesNoPlace() throws Exception {
        Permit<IllegalStateException> none = () -> {
            throw new IllegalStateException("too often");
        };
        for (int i = 0; i < 2 * Background.PLACES; i++) {
            assertThatThrownBy(() -> background.begin(Access.READ, none, () -> ""))
                    .hasMessage("too often");
        }

        CompletableFuture<String> next = begin(Access.READ, "next");
        end.countDown();

        assertThat(next).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void whoWaitsIsToldThatTheAgentLeaves() throws Exception {
        CompletableFuture<String> waiting = begin(Access.OPERATE, "never");

        background.close();

        assertThat(waiting)
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .withMessageContaining("leaving");
        assertThatThrownBy(() -> begin(Access.OPERATE, "never")).hasMessageContaining("leaving");
        assertThat(done).isEmpty();
    }

    private CompletableFuture<String> begin(Access access, String name) throws Problem {
        return background.begin(access, Permit.ALWAYS, () -> {
            done.add(name);
            return name;
        });
    }
}
