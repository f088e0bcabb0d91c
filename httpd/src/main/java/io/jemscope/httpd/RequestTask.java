package io.jemscope.httpd;

import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A whole request on its way through a worker. Where its answer comes later the worker is free meanwhile, and whoever
 * completes the answer leaves it in the connection.
 */
final class RequestTask implements Runnable, BiConsumer<@Nullable Response, @Nullable Throwable> {

    private final Connection connection;
    private final Router router;
    private final EventLoop loop;

    RequestTask(Connection connection, Router router, EventLoop loop) {
        this.connection = connection;
        this.router = router;
        this.loop = loop;
    }

    @Override
    public void run() {
        boolean later = false;
        try {
            Response answer = answer();
            later = answer.stage() != null;
            settle(answer);
        } finally {
            if (!later) {
                // Also without an answer, where the host's heap hadn't room for one: the loop then hangs up.
                loop.returned(connection);
            }
        }
    }

    private Response answer() {
        try {
            return router.answer(
                    connection.requestHead(), connection.body(), connection.caller(), new Gone(connection));
        } catch (RuntimeException | Error e) {
            // The program must not notice it, and the caller must not wait.
            return router.problem(e).response();
        }
    }

    private record Gone(Connection connection) implements BooleanSupplier {
        @Override
        public boolean getAsBoolean() {
            return connection.hasGone();
        }
    }

    private void settle(Response answer) {
        CompletionStage<Response> stage = answer.stage();
        if (stage == null) {
            connection.leave(answer);
        } else {
            stage.whenComplete(this);
        }
    }

    /** The later answer is there. */
    @Override
    public void accept(@Nullable Response answer, @Nullable Throwable failure) {
        Response settled = answer == null ? router.problem(failure).response() : answer;
        settle(settled);
        if (settled.stage() == null) {
            loop.returned(connection);
        }
    }
}
