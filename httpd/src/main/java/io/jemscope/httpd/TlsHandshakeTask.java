package io.jemscope.httpd;

/** What has to be computed for a connection before its request can be read, on its way through a worker. */
record TlsHandshakeTask(Runnable task, Connection connection, EventLoop loop) implements Runnable {

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
