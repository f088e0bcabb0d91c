package io.jemscope.agent.http;

/** A whole request on its way through a worker. */
final class Answering implements Runnable {

    private final Connection connection;
    private final Router router;
    private final ConnectionLoop loop;

    Answering(Connection connection, Router router, ConnectionLoop loop) {
        this.connection = connection;
        this.router = router;
        this.loop = loop;
    }

    @Override
    public void run() {
        try {
            connection.leave(answer());
        } finally {
            // Also without an answer, where the host's heap hadn't room for one: the loop then hangs up.
            loop.answered(connection);
        }
    }

    private Response answer() {
        try {
            return router.answer(connection.requestHead(), connection.body());
        } catch (RuntimeException | Error e) {
            // Whatever it is, the host isn't to hear of it and the caller isn't to wait.
            return Problem.internal().response();
        }
    }
}
