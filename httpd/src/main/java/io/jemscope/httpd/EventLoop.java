package io.jemscope.httpd;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
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
final class EventLoop implements Runnable {

    private static final long ACCEPT_PAUSE_NANOS = 1_000_000_000L; // 1 s
    private static final long EXHAUSTED_PAUSE_NANOS = 100_000_000L; // 100 ms

    private final Selector selector;
    private final Limits limits;
    private final Budgets budgets;
    private final Authenticator guard;
    private final Router router;
    private final Workers workers;
    private final Executor handshakes;
    private final HeapReserve heap = new HeapReserve(new FreeHeap());
    private final List<Connection> connections = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>(2);
    private final ConcurrentLinkedQueue<Listener> newListeners = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Connection> returned = new ConcurrentLinkedQueue<>();

    private volatile boolean ending;

    /** Out of descriptors: until then no connection is accepted. */
    private boolean acceptPaused;

    private long acceptPausedUntilNanos;

    /** All connections are authenticated: until one of them ends, none is accepted. */
    private boolean isFull;

    EventLoop(
            Selector selector,
            Limits limits,
            Authenticator guard,
            Router router,
            Workers workers,
            Executor handshakes) {
        this.selector = selector;
        this.limits = limits;
        this.budgets = Budgets.of(limits);
        this.guard = guard;
        this.router = router;
        this.workers = workers;
        this.handshakes = handshakes;
    }

    /** Accepts connections from a listener. Called by any thread. */
    void add(Listener listener) {
        newListeners.add(listener);
        selector.wakeup();
    }

    /** Has the loop drop its connections, close the selector and end. Called by any thread. */
    void end() {
        ending = true;
        selector.wakeup();
    }

    @Override
    public void run() {
        boolean exhausted = false;
        while (!ending) {
            try {
                if (exhausted) {
                    dropAll();
                    exhausted = false;
                }
                turn();
            } catch (IOException | ClosedSelectorException e) {
                // The system has closed the selector or a listener: no request can be answered any more.
                break;
            } catch (Throwable e) {
                // The host's heap is full, for now perhaps: make room of what is ours and go on. Not at once, lest one
                // collection follow the other for our sake. The same for any other failure.
                exhausted = true;
                LockSupport.parkNanos(EXHAUSTED_PAUSE_NANOS);
            }
        }
        try {
            dropAll();
        } finally {
            closeSelector();
        }
    }

    private void closeSelector() {
        try {
            selector.close();
        } catch (IOException e) {
            // Its descriptors go with the process.
        }
    }

    private void turn() throws IOException {
        List<Connection> unfinished = unfinished();
        if (unfinished.isEmpty()) {
            selector.select(waitMillis());
        } else {
            selector.selectNow();
        }
        // A program may interrupt every thread it finds. Selecting wouldn't wait any more then, and each file that is
        // read would be closed.
        Thread.interrupted();
        Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
        while (ready.hasNext()) {
            SelectionKey key = ready.next();
            ready.remove();
            if (key.isValid()) {
                serve(key);
            }
        }
        for (Connection connection : unfinished) {
            if (connection.mayHaveMore()) {
                serve(connection);
            }
        }
        for (Listener listener = newListeners.poll(); listener != null; listener = newListeners.poll()) {
            listener.register(selector, !acceptPaused && !isFull);
            listeners.add(listener);
        }
        long now = System.nanoTime();
        for (Connection connection = returned.poll(); connection != null; connection = returned.poll()) {
            resume(connection, now);
        }
        expire(now);
        resumeAccepting(now);
    }

    /** Connections with more to read than was read in one turn. */
    private List<Connection> unfinished() {
        List<Connection> unfinished = new ArrayList<>(0);
        for (Connection connection : connections) {
            if (connection.mayHaveMore()) {
                unfinished.add(connection);
            }
        }
        return unfinished;
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
        if (key.attachment() instanceof Listener listener) {
            accept(listener);
        } else if (key.attachment() instanceof Connection connection) {
            serve(connection);
        }
    }

    private void serve(Connection connection) {
        try {
            switch (connection.state()) {
                case ASKING -> receive(connection);
                case SENDING -> connection.send(System.nanoTime());
                case DRAINING -> {
                    if (connection.drain()) {
                        drop(connection);
                    }
                }
                case ANSWERING -> connection.listen();
                case DELAYED, WAITING -> {}
            }
        } catch (Throwable e) {
            dropFor(e, connection);
        }
    }

    private void accept(Listener listener) {
        if (connections.size() >= limits.connections() && !dropOldestExpendable()) {
            isFull = true;
            listen();
            return;
        }
        try {
            SocketChannel channel = listener.accept();
            if (channel != null) {
                register(channel, listener);
            }
        } catch (IOException e) {
            // Out of descriptors, most often. The call stays pending, so trying again at once would burn the host's
            // CPU.
            pauseAccepting();
        }
    }

    private void register(SocketChannel channel, Listener listener) throws IOException {
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            Connection connection =
                    new Connection(listener.transport(channel), key, guard, limits, budgets, System.nanoTime());
            key.attach(connection);
            connections.add(connection);
        } catch (OutOfMemoryError e) {
            channel.close();
            throw e;
        } catch (Throwable e) {
            // The caller's own trouble, gone already perhaps: no reason to let the next one wait.
            channel.close();
        }
    }

    private void pauseAccepting() {
        acceptPaused = true;
        acceptPausedUntilNanos = System.nanoTime() + ACCEPT_PAUSE_NANOS;
        listen();
    }

    private void listen() {
        for (Listener listener : listeners) {
            listener.listen(!acceptPaused && !isFull);
        }
    }

    private void resumeAccepting(long nowNanos) {
        if (acceptPaused && acceptPausedUntilNanos - nowNanos <= 0) {
            acceptPaused = false;
            listen();
        }
    }

    private void receive(Connection connection) throws IOException {
        try {
            if (connection.receive(System.nanoTime())) {
                take(connection, System.nanoTime());
            } else {
                startHandshakeTask(connection);
            }
        } catch (ApiException e) {
            refuse(connection, e);
        }
    }

    /** Takes a whole request on, now or once there is room in the program's heap for its answer. */
    private void take(Connection connection, long nowNanos) {
        try {
            RequestHead head = connection.requestHead();
            if (heap.hasRoom(head.method(), router.isMade(head.path()))) {
                connection.handOver(nowNanos);
                answer(connection);
            } else if (!connection.waitForRoom(nowNanos)) {
                refuse(connection, router.heapFull());
            }
        } catch (ApiException e) {
            refuse(connection, e);
        } catch (RejectedExecutionException e) {
            refuse(
                    connection,
                    new ApiException(
                            503,
                            "The request can't be answered now",
                            "too many are waiting",
                            "Try again in a second."));
        }
    }

    private void answer(Connection connection) throws ApiException {
        try {
            workers.execute(connection.caller().access(), new RequestTask(connection, router, this));
        } catch (OutOfMemoryError e) {
            // No thread can be made now. Nothing of what is ours would help with that.
            throw new ApiException(
                    503,
                    "The request can't be answered now",
                    "the process can't start a thread for it",
                    "Try again in a second; if it stays, look at the limits of threads and of memory.");
        }
    }

    private void startHandshakeTask(Connection connection) throws IOException {
        Runnable task = connection.task();
        if (task == null) {
            return;
        }
        try {
            handshakes.execute(new TlsHandshakeTask(task, connection, this));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            throw new IOException("Too many wait to agree on keys, or no thread can be made", e);
        }
    }

    private void refuse(Connection connection, ApiException problem) {
        connection.leave(problem.response());
        if (problem.delay().isZero()) {
            send(connection, System.nanoTime());
        } else {
            connection.delay(problem.delay(), System.nanoTime());
        }
    }

    /** A worker is done with the connection: it goes on. Called by any thread. */
    void returned(Connection connection) {
        returned.add(connection);
        selector.wakeup();
    }

    private void resume(Connection connection, long nowNanos) {
        if (connection.state() == Connection.State.ASKING) {
            serve(connection);
        } else {
            send(connection, nowNanos);
        }
    }

    private void send(Connection connection, long nowNanos) {
        try {
            connection.begin(nowNanos);
        } catch (Throwable e) {
            dropFor(e, connection);
        }
    }

    private void expire(long nowNanos) {
        for (Connection connection : List.copyOf(connections)) {
            if (connection.remainingNanos(nowNanos) > 0) {
                continue;
            }
            if (connection.state() == Connection.State.DELAYED) {
                send(connection, nowNanos);
            } else if (connection.state() == Connection.State.WAITING) {
                take(connection, nowNanos);
            } else if (connection.state() == Connection.State.ASKING && connection.isBegun()) {
                refuse(connection, late(connection));
            } else {
                drop(connection);
            }
        }
    }

    private ApiException late(Connection connection) {
        String why = connection.hasHead()
                ? "its body has to be whole within " + limits.body().toSeconds() + " s"
                : "its line and headers have to be whole within "
                        + limits.head().toSeconds() + " s";
        return new ApiException(408, "The request took too long to arrive", why, "Send it at once.");
    }

    private boolean dropOldestExpendable() {
        for (Connection connection : connections) {
            if (connection.isExpendable()) {
                drop(connection);
                return true;
            }
        }
        return false;
    }

    /** Whatever it was, it is the end of one connection and of no other; but where the heap is full all go. */
    private void dropFor(Throwable e, Connection connection) {
        drop(connection);
        if (e instanceof OutOfMemoryError full) {
            throw full;
        }
    }

    private void drop(Connection connection) {
        connections.remove(connection);
        try {
            connection.close();
        } catch (Throwable e) {
            // It is gone either way.
        }
        if (isFull) {
            isFull = false;
            listen();
        }
    }

    private void dropAll() {
        while (!connections.isEmpty()) {
            drop(connections.get(connections.size() - 1));
        }
    }
}
