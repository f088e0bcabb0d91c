package io.jemscope.httpd;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;

/** A caller over TLS who has his records in his own hand, and needn't behave. */
final class TlsCaller implements Closeable {

    private static final int RECORD_BYTES = 32 << 10;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Socket socket;
    private final SSLEngine engine;
    private final ByteBuffer arrived = ByteBuffer.allocate(RECORD_BYTES).limit(0);
    private final ByteBuffer plain = ByteBuffer.allocate(RECORD_BYTES);

    TlsCaller(Socket socket, SSLContext context, String version) throws IOException {
        this.socket = socket;
        engine = context.createSSLEngine();
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(new String[] {version});
        engine.beginHandshake();
    }

    /** Agrees on keys, as everybody does. */
    TlsCaller agree() throws IOException {
        HandshakeStatus status = engine.getHandshakeStatus();
        while (status != HandshakeStatus.NOT_HANDSHAKING && status != HandshakeStatus.FINISHED) {
            switch (status) {
                case NEED_TASK -> work();
                case NEED_WRAP -> send(record(NOTHING));
                default -> {
                    if (!unwrap()) {
                        throw new IOException("Hung up while agreeing on keys");
                    }
                }
            }
            status = engine.getHandshakeStatus();
        }
        return this;
    }

    /** A record with this text in it. */
    byte[] record(String text) throws IOException {
        return record(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** What asks for other keys: with TLS 1.3 a record of its own, with 1.2 the beginning of an agreement. */
    byte[] otherKeys() throws IOException {
        engine.beginHandshake();
        work();
        return record(NOTHING);
    }

    private byte[] record(ByteBuffer content) throws IOException {
        ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES);
        engine.wrap(content, record);
        byte[] bytes = new byte[record.flip().remaining()];
        record.get(bytes);
        return bytes;
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Waits until the other end hangs up, whatever it says before. */
    void awaitEnd() throws IOException {
        socket.getInputStream().readAllBytes();
    }

    /** All that is said until the other end hangs up. */
    String readAll() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        do {
            text.write(plain.array(), 0, plain.position());
            plain.clear();
        } while (unwrap());
        return text.toString(StandardCharsets.UTF_8);
    }

    /** Takes a record; false where none will come any more. */
    private boolean unwrap() throws IOException {
        while (true) {
            SSLEngineResult result = engine.unwrap(arrived, plain);
            work();
            switch (result.getStatus()) {
                case OK -> {
                    if (result.bytesConsumed() == 0) {
                        throw new IOException("Not before keys are agreed on");
                    }
                    return true;
                }
                case BUFFER_UNDERFLOW -> {
                    if (!take(socket.getInputStream())) {
                        return false;
                    }
                }
                default -> {
                    return false;
                }
            }
        }
    }

    private boolean take(InputStream in) throws IOException {
        arrived.compact();
        int count = in.read(arrived.array(), arrived.position(), arrived.remaining());
        arrived.position(arrived.position() + Math.max(count, 0)).flip();
        return count >= 0;
    }

    private void work() {
        Runnable task = engine.getDelegatedTask();
        while (task != null) {
            task.run();
            task = engine.getDelegatedTask();
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
