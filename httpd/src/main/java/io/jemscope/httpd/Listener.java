package io.jemscope.httpd;

import java.io.Closeable;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** A port that callers come in by. */
final class Listener implements Closeable {

    /** How many callers the system lets wait before we have seen them. */
    private static final int BACKLOG = 128;

    private final ServerSocketChannel listening;
    private final @Nullable Tls tls;
    private @Nullable SelectionKey key;

    private Listener(ServerSocketChannel listening, @Nullable Tls tls) {
        this.listening = listening;
        this.tls = tls;
    }

    /** Takes a port; a null {@code tls} means plain HTTP. */
    static Listener open(SocketAddress address, @Nullable Tls tls) throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open();
        try {
            listening.configureBlocking(false);
            listening.bind(address, BACKLOG);
            return new Listener(listening, tls);
        } catch (IOException | RuntimeException e) {
            listening.close();
            throw e;
        }
    }

    int port() {
        return listening.socket().getLocalPort();
    }

    /** Registers with the selector for new connections; called once, by the selecting thread. */
    void register(Selector selector, boolean open) throws IOException {
        key = listening.register(selector, open ? SelectionKey.OP_ACCEPT : 0, this);
    }

    /** Whether to accept connections. */
    void listen(boolean open) {
        if (key != null && key.isValid()) {
            key.interestOps(open ? SelectionKey.OP_ACCEPT : 0);
        }
    }

    /** The next caller; null where there is none. */
    @Nullable
    SocketChannel accept() throws IOException {
        return listening.accept();
    }

    Transport transport(SocketChannel channel) throws IOException {
        return tls == null ? new PlainTransport(channel) : tls.transport(channel);
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
