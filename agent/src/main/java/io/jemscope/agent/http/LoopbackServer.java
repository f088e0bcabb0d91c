package io.jemscope.agent.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The server: it listens on 127.0.0.1 at a free port. One thread reads and writes all connections, so that no caller,
 * however slow, holds anything but his own connection; requests that have arrived whole are answered by at most two
 * more, which go when there is nothing to do. While nobody calls, the one thread sleeps without a time-out.
 */
public final class LoopbackServer implements Closeable {

    private static final int WORKERS = 2;
    private static final int WORKER_IDLE_SECONDS = 10;
    private static final long ACCEPT_PAUSE_NANOS = 1_000_000_000L; // 1 s

    private final ServerSocketChannel listening;
    private final Selector selector;
    private final SelectionKey listeningKey;
    private final int port;
    private final Limits limits;
    private final ThreadFactory threads;
    private final ThreadPoolExecutor workers;
    private final List<Connection> connections = new ArrayList<>();
    private final ConcurrentLinkedQueue<Connection> answered = new ConcurrentLinkedQueue<>();
    private long acceptPausedUntilNanos;
    private boolean acceptPaused;
    private volatile boolean open = true;

    private @Nullable Guard guard;
    private @Nullable Router router;

    private LoopbackServer(ServerSocketChannel listening, Limits limits, ThreadFactory threads) throws IOException {
        this.listening = listening;
        this.limits = limits;
        this.threads = threads;
        listening.configureBlocking(false);
        listening.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
        port = listening.socket().getLocalPort();
        selector = Selector.open();
        listeningKey = listening.register(selector, SelectionKey.OP_ACCEPT);
        workers = new ThreadPoolExecutor(
                WORKERS,
                WORKERS,
                WORKER_IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(limits.waiting()),
                threads);
        workers.allowCoreThreadTimeOut(true);
    }

    /**
     * Takes a free port. Nothing is answered before {@link #start}.
     *
     * @param limits what callers may take
     * @param threads makes the server's threads; they must be daemons
     * @return the server
     * @throws IOException where no port can be had
     */
    public static LoopbackServer open(Limits limits, ThreadFactory threads) throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open();
        try {
            return new LoopbackServer(listening, limits, threads);
        } catch (IOException | RuntimeException e) {
            listening.close();
            throw e;
        }
    }

    /**
     * The port on 127.0.0.1.
     *
     * @return 1 to 65535
     */
    public int port() {
        return port;
    }

    /**
     * Begins to answer.
     *
     * @param guard decides who is let in
     * @param router finds what answers
     */
    public void start(Guard guard, Router router) {
        this.guard = guard;
        this.router = router;
        threads.newThread(this::run).start();
    }

    /** Stops listening and drops every connection. Doesn't wait for answers under way. */
    @Override
    public void close() {
        open = false;
        workers.shutdownNow();
        selector.wakeup();
    }

    private void run() {
        try (listening;
                selector) {
            while (open) {
                try {
                    turn();
                } catch (OutOfMemoryError e) {
                    // The host's heap is full, for now perhaps: make room of what is ours and go on.
                    dropAll();
                }
            }
            dropAll();
        } catch (IOException e) {
            // The system took the selector or the socket away: nobody can be answered any more, and nobody is told.
            open = false;
        }
    }

    private void turn() throws IOException {
        selector.select(this::serve, waitMillis());
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
        } catch (ClosedChannelException e) {
            open = false;
        } catch (IOException e) {
            // Out of descriptors, most often. The call stays pending, so trying again at once would burn the host's
            // CPU.
            acceptPaused = true;
            acceptPausedUntilNanos = System.nanoTime() + ACCEPT_PAUSE_NANOS;
            listeningKey.interestOps(0);
        }
    }

    private void register(SocketChannel channel) throws IOException {
        Guard checks = guard;
        if (checks == null) {
            channel.close();
            return;
        }
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            Connection connection = new Connection(channel, key, checks, limits, System.nanoTime());
            key.attach(connection);
            connections.add(connection);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void resumeAccepting(long nowNanos) {
        if (acceptPaused && acceptPausedUntilNanos - nowNanos <= 0) {
            acceptPaused = false;
            listeningKey.interestOps(SelectionKey.OP_ACCEPT);
        }
    }

    private void receive(Connection connection) throws IOException {
        try {
            if (connection.receive()) {
                connection.handOver();
                workers.execute(() -> answer(connection));
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

    private void send(Connection connection, long nowNanos) {
        try {
            connection.begin(nowNanos);
        } catch (IOException | RuntimeException e) {
            drop(connection);
        }
    }

    /** Runs on a worker. */
    private void answer(Connection connection) {
        Router answering = router;
        Response response;
        try {
            response = answering == null
                    ? Problem.internal().response()
                    : answering.answer(connection.requestHead(), connection.body());
        } catch (RuntimeException | Error e) {
            // Whatever it is, the host isn't to hear of it and the caller isn't to wait.
            response = Problem.internal().response();
        }
        connection.leave(response);
        answered.add(connection);
        selector.wakeup();
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
