package io.jemscope.httpd;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The server: it listens on 127.0.0.1, and on another address if configured. One thread reads and writes all connections, so
 * that no caller, however slow, holds up more than their own connection; requests that have arrived whole are answered by at
 * most two more threads for readers and two for operators ({@link Limits}), which end when idle. Without connections the
 * one thread waits without a timeout.
 */
public final class HttpServer implements Closeable {

    /** How many TLS handshakes may wait. With more, each would wait longer than a connection keeps its place. */
    private static final int HANDSHAKES = 16;

    private final List<Listener> listeners = new ArrayList<>(2);
    private final Selector selector;
    private final int port;
    private final Limits limits;
    private final ThreadFactory threads;
    private final Workers workers;

    /** TLS handshakes take one thread and delay no authenticated caller. */
    private final ThreadPoolExecutor handshakes;

    /** More than the loop takes to end, unless the process gets no processor time: it never blocks. */
    private static final long END_MILLIS = 1000;

    private @Nullable EventLoop loop;
    private @Nullable Thread looping;
    private boolean closed;

    private HttpServer(Listener listener, Limits limits, ThreadFactory threads) throws IOException {
        this.limits = limits;
        this.threads = threads;
        listeners.add(listener);
        port = listener.port();
        selector = Selector.open();
        workers = new Workers(limits, threads);
        handshakes = IdlePool.of(1, HANDSHAKES, threads);
    }

    /**
     * Takes a free port of 127.0.0.1. Nothing is answered before {@link #start}.
     *
     * @param limits what callers may take
     * @param threads makes the server's threads; they must be daemons
     * @throws IOException if no port is free
     */
    public static HttpServer open(Limits limits, ThreadFactory threads) throws IOException {
        return open(0, limits, threads);
    }

    /**
     * Takes a port of 127.0.0.1. Nothing is answered before {@link #start}.
     *
     * @param port the port; 0 for any that is free
     * @param limits what callers may take
     * @param threads makes the server's threads; they must be daemons
     * @throws IOException if the port can't be bound
     */
    public static HttpServer open(int port, Limits limits, ThreadFactory threads) throws IOException {
        // By its numbers: a name would set up the program's resolver.
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        return open(new InetSocketAddress(loopback, port), limits, threads);
    }

    /**
     * Takes a port of another address, unencrypted, and none of 127.0.0.1. Nothing is answered before {@link #start}.
     *
     * @param address the address; port 0 for any that is free
     * @param limits what callers may take
     * @param threads makes the server's threads; they must be daemons
     * @throws IOException if the address can't be bound
     */
    public static HttpServer open(InetSocketAddress address, Limits limits, ThreadFactory threads) throws IOException {
        Listener listener = Listener.open(address, null);
        try {
            return new HttpServer(listener, limits, threads);
        } catch (IOException | RuntimeException e) {
            listener.close();
            throw e;
        }
    }

    /** The port that was taken first. */
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
    public synchronized void start(Authenticator guard, Router router) throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        EventLoop started = new EventLoop(selector, limits, guard, router, workers, handshakes);
        for (Listener listener : listeners) {
            started.add(listener);
        }
        Thread thread = threads.newThread(started);
        thread.start();
        loop = started;
        looping = thread;
    }

    /**
     * Listens at one more address; before or after {@link #start}.
     *
     * @param address the address; port 0 for any that is free
     * @param tls how it is encrypted; null for not at all
     * @return the port
     * @throws IOException if the address can't be bound, or the server is closed
     */
    public synchronized int listen(InetSocketAddress address, @Nullable Tls tls) throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        Listener listener = Listener.open(address, tls);
        listeners.add(listener);
        if (loop != null) {
            loop.add(listener);
        }
        return listener.port();
    }

    /** Stops listening and drops every connection. Doesn't wait for answers under way; harmless when called again. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        workers.close();
        handshakes.shutdownNow();
        try {
            for (Listener listener : listeners) {
                listener.close();
            }
        } finally {
            endLoop();
        }
    }

    /** The loop closes the selector itself: what it is just registering would be half taken from it. */
    private void endLoop() throws IOException {
        if (loop != null && looping != null) {
            loop.end();
            try {
                // So that the port is free when this returns, and another server may have it.
                looping.join(END_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (looping == null || !looping.isAlive()) {
            selector.close();
        }
    }
}
