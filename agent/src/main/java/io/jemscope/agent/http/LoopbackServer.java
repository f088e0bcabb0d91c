package io.jemscope.agent.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The server: it listens on 127.0.0.1 at a free port. One thread reads and writes all connections, so that no caller,
 * however slow, holds anything but his own connection; requests that have arrived whole are answered by at most two
 * more, which go when there is nothing to do. While nobody calls, the one thread sleeps without a time-out.
 */
public final class LoopbackServer implements Closeable {

    private static final int WORKERS = 2;
    private static final int WORKER_IDLE_SECONDS = 10;

    private final ServerSocketChannel listening;
    private final Selector selector;
    private final int port;
    private final Limits limits;
    private final ThreadFactory threads;
    private final ThreadPoolExecutor workers;

    private LoopbackServer(ServerSocketChannel listening, Limits limits, ThreadFactory threads) throws IOException {
        this.listening = listening;
        this.limits = limits;
        this.threads = threads;
        listening.configureBlocking(false);
        listening.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
        port = listening.socket().getLocalPort();
        selector = Selector.open();
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
     * Begins to answer; once.
     *
     * @param guard decides who is let in
     * @param router finds what answers
     * @throws IOException where the server is closed already
     */
    public void start(Guard guard, Router router) throws IOException {
        threads.newThread(new ConnectionLoop(listening, selector, limits, guard, router, workers))
                .start();
    }

    /** Stops listening and drops every connection. Doesn't wait for answers under way. */
    @Override
    public void close() throws IOException {
        workers.shutdownNow();
        listening.close();
        // Wakes the loop, which finds itself without a selector, drops its connections and ends.
        selector.close();
    }
}
