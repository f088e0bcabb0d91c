package io.jemscope.httpd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SerialQueueTest {

    private static final Principal OPERATOR = new Principal("operator", "", Role.OPERATE);
    private static final Principal READER = new Principal("reader", "", Role.READ);
    private static final int WAITING = 16;

    private final SerialQueue serialQueue = new SerialQueue(Executors.defaultThreadFactory());
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final List<String> done = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        go.countDown();
        serialQueue.close("the server is closing", "Try another.");
    }

    @Test
    void oneIsDoneAfterTheOtherInTheirOrder() throws Exception {
        Response first = held();
        Response second = serialQueue.answer(request(OPERATOR), doing("second"));
        Response third = serialQueue.answer(request(READER), doing("third"));
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
            waiting.add(serialQueue.answer(request(READER), doing("reader")));
        }

        assertThatThrownBy(() -> serialQueue.answer(request(READER), doing("one more")))
                .isInstanceOfSatisfying(ApiException.class, problem -> {
                    assertThat(problem.status()).isEqualTo(503);
                    assertThat(StandardCharsets.US_ASCII
                                    .decode(problem.response().head())
                                    .toString())
                            .contains("\r\nRetry-After: 1\r\n");
                });
        for (int i = 0; i < WAITING; i++) {
            waiting.add(serialQueue.answer(request(OPERATOR), doing("operator")));
        }
        assertThatThrownBy(() -> serialQueue.answer(request(OPERATOR), doing("one more")))
                .isInstanceOf(ApiException.class);

        go.countDown();
        for (Response one : waiting) {
            settled(one);
        }
        assertThat(done).doesNotContain("one more").hasSize(1 + 2 * WAITING);
        assertThat(settled(serialQueue.answer(request(READER), doing("again"))).status())
                .isEqualTo(204);
    }

    @Test
    void whatGoesWrongGoesWrongForItsCallerAlone() throws Exception {
        Response refused = serialQueue.answer(request(OPERATOR), request -> {
            throw new ApiException(409, "It can't be", "for the test", "Nothing.");
        });
        Response broken = serialQueue.answer(request(OPERATOR), request -> {
            throw new IllegalStateException("of ours");
        });
        Response full = serialQueue.answer(request(OPERATOR), request -> {
            throw new OutOfMemoryError("for the test");
        });
        Response fine = serialQueue.answer(request(OPERATOR), doing("it"));

        assertThat(settled(refused).status()).isEqualTo(409);
        assertThat(settled(broken).status()).isEqualTo(500);
        assertThat(settled(full).status()).isEqualTo(503);
        assertThat(settled(fine).status()).isEqualTo(204);
    }

    @Test
    void afterItsEndNothingIsTaken() {
        serialQueue.close("the server is closing", "Try another.");

        assertThatThrownBy(() -> serialQueue.answer(request(OPERATOR), doing("it")))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        problem -> assertThat(problem.status()).isEqualTo(503));
    }

    /** Also where only the handler knows that it is one, and finds out in its turn. */
    @Test
    void changesAreToldOfOnceTheyAreDone() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        Router router = new Router(serialQueue)
                .add("POST", "/dumps", request -> Response.nothing())
                .add("GET", "/switch", Role.READ, Dispatch.IN_TURN, request -> {
                    request.requireOperator();
                    return Response.nothing();
                })
                .add("GET", "/look", Role.READ, Dispatch.IN_TURN, request -> Response.nothing())
                .tell((caller, what, status) -> told.add(caller.name() + " " + what + " " + status));
        held();

        Response made = router.answer(head("POST", "/dumps"), new byte[0], OPERATOR, () -> false);
        Response switched = router.answer(head("GET", "/switch"), new byte[0], OPERATOR, () -> false);
        Response refused = router.answer(head("GET", "/switch"), new byte[0], READER, () -> false);
        Response seen = router.answer(head("GET", "/look"), new byte[0], READER, () -> false);
        assertThat(told).isEmpty();
        go.countDown();

        assertThat(settled(made).status()).isEqualTo(204);
        assertThat(settled(switched).status()).isEqualTo(204);
        assertThat(settled(refused).status()).isEqualTo(403);
        assertThat(settled(seen).status()).isEqualTo(204);
        assertThat(told)
                .containsExactly("operator POST /dumps 204", "operator GET /switch 204", "reader GET /switch 403");
    }

    @Test
    void whoeverMayChangeSomethingComesFirst() throws Exception {
        held();
        begun.await();
        List<Response> waiting = new ArrayList<>();
        for (int i = 0; i < WAITING; i++) {
            waiting.add(serialQueue.answer(request(READER), doing("reader")));
        }
        waiting.add(serialQueue.answer(request(OPERATOR), doing("operator")));

        go.countDown();

        waiting.forEach(SerialQueueTest::settled);
        assertThat(done).startsWith("first", "operator", "reader").hasSize(2 + WAITING);
    }

    @Test
    void ofReadersOneWaitsForADumpOfAKind() throws Exception {
        held();
        begun.await();
        Response first = serialQueue.answerAlone(request(READER, "/heap", false), doing("heap"));
        Response other = serialQueue.answerAlone(request(READER, "/allocs", false), doing("allocs"));

        assertThatThrownBy(() -> serialQueue.answerAlone(request(READER, "/heap", false), doing("heap again")))
                .isInstanceOfSatisfying(ApiException.class, problem -> {
                    assertThat(problem.status()).isEqualTo(503);
                    assertThat(problem.why()).contains("the same address");
                });
        List<Response> operators = List.of(
                serialQueue.answerAlone(request(OPERATOR, "/heap", false), doing("an operator's")),
                serialQueue.answerAlone(request(OPERATOR, "/heap", false), doing("another operator's")));
        go.countDown();

        operators.forEach(SerialQueueTest::settled);
        settled(first);
        settled(other);
        assertThat(settled(serialQueue.answerAlone(request(READER, "/heap", false), doing("heap, later")))
                        .status())
                .isEqualTo(204);
        assertThat(done)
                .containsExactly("first", "an operator's", "another operator's", "heap", "allocs", "heap, later");
    }

    @Test
    void whatNobodyWaitsForAnyMoreIsntDoneUnlessItChangesSomething() throws Exception {
        held();
        begun.await();
        Request changing = request(OPERATOR, "/it", true);
        changing.requireOperator();
        Response change = serialQueue.answer(changing, doing("a change"));
        Response look = serialQueue.answer(request(OPERATOR, "/it", true), doing("an operator's look"));
        Response readers = serialQueue.answer(request(READER, "/it", true), doing("a reader's"));
        Response stays = serialQueue.answer(request(READER, "/it", false), doing("one who stays"));

        go.countDown();

        assertThat(settled(change).status()).isEqualTo(204);
        assertThat(settled(look).status()).isEqualTo(503);
        assertThat(settled(readers).status()).isEqualTo(503);
        assertThat(settled(stays).status()).isEqualTo(204);
        assertThat(done).containsExactly("first", "a change", "one who stays");
    }

    @Test
    void theyTakeNobodysPlace() throws Exception {
        held();
        begun.await();
        List<Response> gone = new ArrayList<>();
        for (int i = 0; i < WAITING; i++) {
            gone.add(serialQueue.answer(request(READER, "/it", true), doing("gone")));
        }

        Response next = serialQueue.answer(request(READER), doing("next"));

        for (Response one : gone) {
            assertThat(settled(one).status()).isEqualTo(503);
        }
        go.countDown();
        assertThat(settled(next).status()).isEqualTo(204);
        assertThat(done).containsExactly("first", "next");
    }

    /** Some close their half of the connection as soon as they have asked. */
    @Test
    void whoIsntKeptWaitingIsAnsweredWhateverHisConnectionSays() throws Exception {
        assertThat(settled(serialQueue.answer(request(READER, "/it", true), doing("it")))
                        .status())
                .isEqualTo(204);
    }

    @Test
    void atItsEndWhatIsUnderWayIsDoneAndWhoWaitsIsToldWhy() throws Exception {
        Response first = held();
        begun.await();
        Response waiting = serialQueue.answer(request(OPERATOR), doing("waiting"));

        serialQueue.close("the server is closing", "Try another.");

        assertThat(Sent.body(settled(waiting))).contains("the server is closing", "Try another.");
        go.countDown();
        assertThat(settled(first).status()).isEqualTo(204);
        assertThat(done).containsExactly("first");
    }

    @Test
    void whereNoThreadCanBeHadThatIsWhatTheCallerAndTheAuditAreTold() throws Exception {
        AtomicBoolean threads = new AtomicBoolean();
        SerialQueue poor = new SerialQueue(work -> {
            if (!threads.get()) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return new Thread(work);
        });
        List<String> told = new CopyOnWriteArrayList<>();
        Router router = new Router(poor)
                .add("POST", "/dumps", doing("it"))
                .tell((caller, what, status) -> told.add(what + " " + status));
        try {
            Response refused = router.answer(head("POST", "/dumps"), new byte[0], OPERATOR, () -> false);

            assertThat(refused.status()).isEqualTo(503);
            assertThat(Sent.body(refused)).contains("can't start a thread").doesNotContain("heap");
            assertThat(told).containsExactly("POST /dumps 503");

            threads.set(true);
            assertThat(settled(router.answer(head("POST", "/dumps"), new byte[0], OPERATOR, () -> false))
                            .status())
                    .isEqualTo(204);
            assertThat(done).containsExactly("it");
        } finally {
            poor.close("the server is closing", "Try another.");
        }
    }

    @Test
    void anInterruptOfOneTurnIsntTheNextOnes() throws Exception {
        held();
        begun.await();
        Response interrupting = serialQueue.answer(request(OPERATOR), request -> {
            Thread.currentThread().interrupt();
            return Response.nothing();
        });
        Response next = serialQueue.answer(request(OPERATOR), request -> {
            done.add("interrupted: " + Thread.currentThread().isInterrupted());
            return Response.nothing();
        });

        go.countDown();

        settled(interrupting);
        settled(next);
        assertThat(done).containsExactly("first", "interrupted: false");
    }

    /** So that whoever asks too often is told at once, and takes nobody's place. */
    @Test
    void whatIsRefusedNeedsntWait() throws Exception {
        held();
        begun.await();
        Router router = new Router(serialQueue)
                .add("POST", "/often", doing("often"))
                .limit("POST", "/often", new RoleRateLimiter(Duration.ofDays(1), 1, "Wait."))
                .add("POST", "/checked", new Handler() {
                    @Override
                    public void check(Request request) throws ApiException {
                        throw new ApiException(429, "It isn't done", "it was asked for too often", "Wait.");
                    }

                    @Override
                    public Response answer(Request request) {
                        throw new IllegalStateException("Refused before");
                    }
                });

        Response first = router.answer(head("POST", "/often"), new byte[0], OPERATOR, () -> false);
        assertThat(router.answer(head("POST", "/often"), new byte[0], OPERATOR, () -> false)
                        .status())
                .isEqualTo(429);
        assertThat(router.answer(head("POST", "/checked"), new byte[0], OPERATOR, () -> false)
                        .status())
                .isEqualTo(429);
        go.countDown();

        assertThat(settled(first).status()).isEqualTo(204);
    }

    private Response held() throws ApiException {
        return serialQueue.answer(request(OPERATOR), request -> {
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
            return new Router().problem(e).response();
        }
    }

    private static Request request(Principal caller) throws ApiException {
        return request(caller, "/it", false);
    }

    private static Request request(Principal caller, String path, boolean gone) throws ApiException {
        return new Request(head("POST", path), new byte[0], Map.of(), caller, () -> gone);
    }

    private static RequestHead head(String method, String path) {
        return new RequestHead(method, path, "", Map.of());
    }
}
