package io.jemscope.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TurnsTest {

    private static final Caller OPERATOR = new Caller("operator", "", Access.OPERATE);
    private static final Caller READER = new Caller("reader", "", Access.READ);
    private static final int WAITING = 16;

    private final Turns turns = new Turns(Executors.defaultThreadFactory());
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final List<String> done = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        go.countDown();
        turns.close();
    }

    @Test
    void oneIsDoneAfterTheOtherInTheirOrder() throws Exception {
        Response first = held();
        Response second = turns.answer(request(OPERATOR), doing("second"));
        Response third = turns.answer(request(READER), doing("third"));
        begun.await();
        assertThat(done).isEmpty();

        go.countDown();

        assertThat(settled(third).status()).isEqualTo(204);
        assertThat(settled(first).status()).isEqualTo(204);
        assertThat(settled(second).status()).isEqualTo(204);
        assertThat(done).containsExactly("first", "second", "third");
    }

    @Test
    void whereTooManyWaitTheNextIsSentAwayAndNobodyElse() throws Exception {
        held();
        begun.await();
        List<Response> waiting = new ArrayList<>();
        for (int i = 0; i < WAITING; i++) {
            waiting.add(turns.answer(request(READER), doing("reader")));
        }

        assertThatThrownBy(() -> turns.answer(request(READER), doing("one more")))
                .isInstanceOfSatisfying(Problem.class, problem -> {
                    assertThat(problem.status()).isEqualTo(503);
                    assertThat(StandardCharsets.US_ASCII
                                    .decode(problem.response().head())
                                    .toString())
                            .contains("\r\nRetry-After: 1\r\n");
                });
        for (int i = 0; i < WAITING; i++) {
            waiting.add(turns.answer(request(OPERATOR), doing("operator")));
        }
        assertThatThrownBy(() -> turns.answer(request(OPERATOR), doing("one more")))
                .isInstanceOf(Problem.class);

        go.countDown();
        for (Response one : waiting) {
            settled(one);
        }
        assertThat(done).doesNotContain("one more").hasSize(1 + 2 * WAITING);
        assertThat(settled(turns.answer(request(READER), doing("again"))).status())
                .isEqualTo(204);
    }

    @Test
    void whatGoesWrongGoesWrongForItsCallerAlone() throws Exception {
        Response refused = turns.answer(request(OPERATOR), request -> {
            throw new Problem(409, "It can't be", "for the test", "Nothing.");
        });
        Response broken = turns.answer(request(OPERATOR), request -> {
            throw new IllegalStateException("of ours");
        });
        Response full = turns.answer(request(OPERATOR), request -> {
            throw new OutOfMemoryError("for the test");
        });
        Response fine = turns.answer(request(OPERATOR), doing("it"));

        assertThat(settled(refused).status()).isEqualTo(409);
        assertThat(settled(broken).status()).isEqualTo(500);
        assertThat(settled(full).status()).isEqualTo(503);
        assertThat(settled(fine).status()).isEqualTo(204);
    }

    @Test
    void afterItsEndNothingIsTaken() {
        turns.close();

        assertThatThrownBy(() -> turns.answer(request(OPERATOR), doing("it")))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.status()).isEqualTo(503));
    }

    /** Also where only the handler knows that it is one, and finds out in its turn. */
    @Test
    void changesAreToldOfOnceTheyAreDone() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        Router router = new Router()
                .add("POST", "/dumps", request -> Response.nothing())
                .add("GET", "/switch", request -> {
                    request.requireOperator();
                    return Response.nothing();
                })
                .add("GET", "/look", request -> Response.nothing())
                .queue("POST", "/dumps", turns)
                .queue("GET", "/switch", turns)
                .queue("GET", "/look", turns)
                .tell((caller, what, status) -> told.add(caller.name() + " " + what + " " + status));
        held();

        Response made = router.answer(head("POST", "/dumps"), new byte[0], OPERATOR);
        Response switched = router.answer(head("GET", "/switch"), new byte[0], OPERATOR);
        Response refused = router.answer(head("GET", "/switch"), new byte[0], READER);
        Response seen = router.answer(head("GET", "/look"), new byte[0], READER);
        assertThat(told).isEmpty();
        go.countDown();

        assertThat(settled(made).status()).isEqualTo(204);
        assertThat(settled(switched).status()).isEqualTo(204);
        assertThat(settled(refused).status()).isEqualTo(403);
        assertThat(settled(seen).status()).isEqualTo(204);
        assertThat(told)
                .containsExactly("operator POST /dumps 204", "operator GET /switch 204", "reader GET /switch 403");
        assertThatThrownBy(() -> router.queue("PUT", "/dumps", turns)).isInstanceOf(IllegalArgumentException.class);
    }

    private Response held() throws Problem {
        return turns.answer(request(OPERATOR), request -> {
            begun.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            done.add("first");
            return Response.nothing();
        });
    }

    private Handler doing(String what) {
        return request -> {
            done.add(what);
            return Response.nothing();
        };
    }

    private static Response settled(Response later) {
        CompletionStage<Response> stage = Objects.requireNonNull(later.stage(), "It is there already");
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            return Problem.of(e).response();
        }
    }

    private static Request request(Caller caller) throws Problem {
        return new Request(head("POST", "/it"), new byte[0], Map.of(), caller);
    }

    private static RequestHead head(String method, String path) {
        return new RequestHead(method, path, "", Map.of());
    }
}
