package io.jemscope.agent.http;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The thread that reads and writes all connections and never waits for one of them. */
final class ConnectionLoop implements Runnable {

    private static final long ACCEPT_PAUSE_NANOS = 1_000_000_000L; // 1 s
    private static final long EXHAUSTED_PAUSE_NANOS = 100_000_000L; // 100 ms

    private final ServerSocketChannel listening;
    private final Selector selector;
    private final SelectionKey listeningKey;
    private final Limits limits;
    private final Guard guard;
    private final Router router;
    private final Executor workers;
    private final List<Connection> connections = new ArrayList<>();
    private final ConcurrentLinkedQueue<Connection> answered = new ConcurrentLinkedQueue<>();
    private boolean acceptPaused;
    private long acceptPausedUntilNanos;

    ConnectionLoop(
            ServerSocketChannel listening,
            Selector selector,
            Limits limits,
            Guard guard,
            Router router,
            Executor workers)
            throws IOException {
        this.listening = listening;
        this.selector = selector;
        this.limits = limits;
        this.guard = guard;
        this.router = router;
        this.workers = workers;
        this.listeningKey = listening.register(selector, SelectionKey.OP_ACCEPT);
    }

    @Override
    public void run() {
        try {
            boolean exhausted = false;
            while (selector.isOpen()) {
                try {
                    if (exhausted) {
                        dropAll();
                        exhausted = false;
                    }
                    turn();
                } catch (OutOfMemoryError e) {
                    // The host's heap is full, for now perhaps: make room of what is ours and go on. Not at once, lest
                    // one collection follow the other for our sake.
                    exhausted = true;
                    LockSupport.parkNanos(EXHAUSTED_PAUSE_NANOS);
                }
            }
        } catch (IOException | ClosedSelectorException e) {
            // The server was closed, or the system took the selector away: nobody can be answered any more.
        }
        dropAll();
    }

    private void turn() throws IOException {
        selector.select(waitMillis());
        Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
        while (ready.hasNext()) {
            SelectionKey key = ready.next();
            ready.remove();
            if (key.isValid()) {
                serve(key);
            }
        }
        long now = System.nanoTime();
        for (Connection connection = answered.poll(); connection != null; connection = answered.poll()) {
            send(connection, now);
        }
        expire(now);
        resumeAccepting(now);
    }

    /** How long nothing can become due; 0 for ever. */
    private long waitMillis() {
        long now = System.nanoTime();
        long nearest = acceptPaused ? acceptPausedUntilNanos - now : Long.MAX_VALUE;
        for (Connection connection : connections) {
            nearest = Math.min(nearest, connection.remainingNanos(now));
        }
        return nearest == Long.MAX_VALUE ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(nearest) + 1);
    }

    private void serve(SelectionKey key) {
        if (!(key.attachment() instanceof Connection connection)) {
            accept();
            return;
        }
        try {
            switch (connection.state()) {
                case ASKING -> receive(connection);
                case SENDING -> connection.send(System.nanoTime());
                case DRAINING -> {
                    if (connection.drain()) {
                        drop(connection);
                    }
                }
                case ANSWERING -> {}
            }
        } catch (IOException | RuntimeException e) {
            drop(connection);
        }
    }

    private void accept() {
        try {
            SocketChannel channel = listening.accept();
            if (channel == null) {
                return;
            }
            if (connections.size() >= limits.connections() && !dropOldestAsking()) {
                channel.close();
                return;
            }
            register(channel);
        } catch (IOException e) {
            // Out of descriptors, most often. The call stays pending, so trying again at once would burn the host's
            // CPU.
            pauseAccepting();
        }
    }

    private void register(SocketChannel channel) throws IOException {
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            Connection connection = new Connection(channel, key, guard, limits, System.nanoTime());
            key.attach(connection);
            connections.add(connection);
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private void pauseAccepting() {
        if (listeningKey.isValid()) {
            acceptPaused = true;
            acceptPausedUntilNanos = System.nanoTime() + ACCEPT_PAUSE_NANOS;
            listeningKey.interestOps(0);
        }
    }

    private void resumeAccepting(long nowNanos) {
        if (acceptPaused && acceptPausedUntilNanos - nowNanos <= 0 && listeningKey.isValid()) {
            acceptPaused = false;
            listeningKey.interestOps(SelectionKey.OP_ACCEPT);
        }
    }

    private void receive(Connection connection) throws IOException {
        try {
            if (connection.receive()) {
                connection.handOver(System.nanoTime());
                workers.execute(new Answering(connection, router, this));
            }
        } catch (Problem e) {
            refuse(connection, e);
        } catch (RejectedExecutionException e) {
            refuse(
                    connection,
                    new Problem(
                            503,
                            "The request can't be answered now",
                            "too many are waiting",
                            "Try again in a second."));
        }
    }

    private void refuse(Connection connection, Problem problem) {
        connection.leave(problem.response());
        send(connection, System.nanoTime());
    }

    /** A worker has left the answer in the connection: it can be sent. Called by workers. */
    void answered(Connection connection) {
        answered.add(connection);
        selector.wakeup();
    }

    private void send(Connection connection, long nowNanos) {
        try {
            connection.begin(nowNanos);
        } catch (IOException | RuntimeException e) {
            drop(connection);
        }
    }

    private void expire(long nowNanos) {
        for (Connection connection : List.copyOf(connections)) {
            if (connection.remainingNanos(nowNanos) > 0) {
                continue;
            }
            if (connection.state() == Connection.State.ASKING && connection.isBegun()) {
                refuse(
                        connection,
                        new Problem(
                                408,
                                "The request took too long to arrive",
                                "it has to be whole within " + limits.request().toSeconds() + " s",
                                "Send it at once."));
            } else {
                drop(connection);
            }
        }
    }

    private boolean dropOldestAsking() {
        for (Connection connection : connections) {
            if (connection.state() == Connection.State.ASKING) {
                drop(connection);
                return true;
            }
        }
        return false;
    }

    private void drop(Connection connection) {
        connections.remove(connection);
        try {
            connection.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }

    private void dropAll() {
        while (!connections.isEmpty()) {
            drop(connections.get(connections.size() - 1));
        }
    }
}
