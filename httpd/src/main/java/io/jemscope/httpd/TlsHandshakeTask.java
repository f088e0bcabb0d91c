package io.jemscope.httpd;

/** What has to be computed for a connection before its request can be read, on its way through a worker. */
final class TlsHandshakeTask implements Runnable {

    private final Runnable task;
    private final Connection connection;
    private final EventLoop loop;

    TlsHandshakeTask(Runnable task, Connection connection, EventLoop loop) {
        this.task = task;
        this.connection = connection;
        this.loop = loop;
    }

    @Override
    public void run() {
        if (!connection.isOpen()) {
            // Closed while it waited, most likely by a stranger who opens many.
            return;
        }
        try {
            task.run();
        } finally {
            // What failed shows when the connection is read.
            loop.returned(connection);
        }
    }
}
