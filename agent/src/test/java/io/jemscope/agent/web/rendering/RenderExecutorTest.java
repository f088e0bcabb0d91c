package io.jemscope.agent.web.rendering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.agent.profiling.Permit;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Role;
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
class RenderExecutorTest {

    private final RenderExecutor renderExecutor = new RenderExecutor(Executors.defaultThreadFactory());
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    /** Has the thread at something, so that all else waits. */
    @BeforeEach
    void occupy() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<String> first = renderExecutor.begin(Role.READ, Permit.ALWAYS, () -> {
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
        renderExecutor.close();
    }

    @Test
    void whatReadersWantLeavesOperatorsTheirPlaces() throws Exception {
        for (int i = 0; i < RenderExecutor.PLACES; i++) {
            assertThat(begin(Role.READ, "reader's")).isNotDone();
        }

        assertThatThrownBy(() -> begin(Role.READ, "one too many"))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("16 other analyses are waiting");
        CompletableFuture<String> operators = begin(Role.OPERATE, "operator's");
        end.countDown();

        assertThat(operators).succeedsWithin(Duration.ofSeconds(30));
        assertThat(done.get(0)).isEqualTo("operator's");
    }

    @Test
    void allPlacesCanBeTaken() throws Exception {
        List<CompletableFuture<String>> all = new ArrayList<>();
        for (int i = 0; i < RenderExecutor.PLACES; i++) {
            all.add(begin(Role.READ, "reader's"));
            all.add(begin(Role.OPERATE, "operator's"));
        }
        renderExecutor.prefer(all.get(0));
        end.countDown();

        for (CompletableFuture<String> one : all) {
            assertThat(one).succeedsWithin(Duration.ofSeconds(30));
        }
        assertThat(done.subList(0, RenderExecutor.PLACES)).containsOnly("operator's");
    }

    @Test
    void whatAnOperatorWaitsForTooComesBeforeReaders() throws Exception {
        assertThat(begin(Role.READ, "first")).isNotDone();
        CompletableFuture<String> shared = begin(Role.READ, "shared");

        renderExecutor.prefer(shared);
        end.countDown();

        assertThat(begin(Role.READ, "last")).succeedsWithin(Duration.ofSeconds(30));
        assertThat(done).containsExactly("shared", "first", "last");
    }

    @Test
    void thePermitIsAskedOnlyWhereThereIsAPlace() throws Exception {
        AtomicInteger taken = new AtomicInteger();
        Permit<RuntimeException> counting = taken::incrementAndGet;
        for (int i = 0; i < RenderExecutor.PLACES; i++) {
            assertThat(renderExecutor.begin(Role.READ, counting, () -> "")).isNotDone();
        }

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> renderExecutor.begin(Role.READ, counting, () -> ""));

        assertThat(taken).hasValue(RenderExecutor.PLACES);
    }

    @Test
    void whatThePermitRefusesTakesNoPlace() throws Exception {
        Permit<IllegalStateException> none = () -> {
            throw new IllegalStateException("too often");
        };
        for (int i = 0; i < 2 * RenderExecutor.PLACES; i++) {
            assertThatThrownBy(() -> renderExecutor.begin(Role.READ, none, () -> ""))
                    .hasMessage("too often");
        }

        CompletableFuture<String> next = begin(Role.READ, "next");
        end.countDown();

        assertThat(next).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void whoWaitsIsToldThatTheAgentLeaves() throws Exception {
        CompletableFuture<String> waiting = begin(Role.OPERATE, "never");

        renderExecutor.close();

        assertThat(waiting)
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .withMessageContaining("leaving");
        assertThatThrownBy(() -> begin(Role.OPERATE, "never")).hasMessageContaining("leaving");
        assertThat(done).isEmpty();
    }

    private CompletableFuture<String> begin(Role access, String name) throws ApiException {
        return renderExecutor.begin(access, Permit.ALWAYS, () -> {
            done.add(name);
            return name;
        });
    }
}
