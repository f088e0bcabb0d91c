package io.jemscope.httpd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * An encrypted connection. The engine says by its status what has to happen next; what it wants computed (signatures,
 * which take a millisecond and more) is a task for a worker, so that the server's thread never computes.
 */
final class TlsTransport implements Transport {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /**
     * Records without anything for us in them that a caller may send: agreeing on keys takes some ten, and a caller with
     * many certificates in short records somewhat more. Neither the limit of a head nor that of a body counts them.
     */
    private static final int EMPTY_RECORDS = 64;

    private final SocketChannel channel;
    private final SSLEngine engine;

    /** What has come and isn't decrypted; what is decrypted and not read. Both are always ready to be read. */
    private final ByteBuffer encryptedIn;

    private final ByteBuffer plainIn;

    /** What is encrypted and not sent; always ready to be sent. */
    private final ByteBuffer encryptedOut;

    private long sentBytes;
    private int emptyRecords;

    TlsTransport(SocketChannel channel, SSLEngine engine) throws SSLException {
        this.channel = channel;
        this.engine = engine;
        int packetBytes = engine.getSession().getPacketBufferSize();
        encryptedIn = ByteBuffer.allocate(packetBytes).limit(0);
        encryptedOut = ByteBuffer.allocate(packetBytes).limit(0);
        plainIn = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize())
                .limit(0);
        engine.beginHandshake();
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        try {
            return readOrNegotiate(into);
        } catch (SSLException e) {
            // The engine has an alert for the other end, which says more than a connection that is cut.
            sendAlert();
            throw e;
        }
    }

    /** Reads from the channel once at most: a caller that sends faster than this decrypts must not delay others. */
    private int readOrNegotiate(ByteBuffer into) throws IOException {
        boolean taken = false;
        while (true) {
            if (plainIn.hasRemaining()) {
                return move(plainIn, into);
            }
            if (!flush() || engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
                return 0;
            }
            if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                wrap(NOTHING);
                if (encryptedOut.hasRemaining()) {
                    continue;
                }
            }
            if (engine.isInboundDone() || engine.isOutboundDone()) {
                return -1;
            }
            switch (unwrap()) {
                case OK -> countIfEmpty();
                case BUFFER_UNDERFLOW -> {
                    int arrived = taken ? 0 : take();
                    if (arrived <= 0) {
                        return arrived;
                    }
                    taken = true;
                }
                case BUFFER_OVERFLOW -> throw new SSLException("A record is longer than records may be");
                case CLOSED -> {
                    return -1;
                }
            }
        }
    }

    /** Decrypts a record, if it is whole. */
    private SSLEngineResult.Status unwrap() throws SSLException {
        plainIn.clear();
        try {
            return engine.unwrap(encryptedIn, plainIn).getStatus();
        } finally {
            plainIn.flip();
        }
    }

    /** Takes what the channel has; 0 where that is nothing now, -1 where nothing will come any more. */
    private int take() throws IOException {
        encryptedIn.compact();
        try {
            if (!encryptedIn.hasRemaining()) {
                // Before keys are agreed on the engine believes in records of twice the length that is allowed.
                throw new SSLException("A record is longer than records may be");
            }
            return channel.read(encryptedIn);
        } finally {
            encryptedIn.flip();
        }
    }

    private void countIfEmpty() throws SSLException {
        if (!plainIn.hasRemaining() && ++emptyRecords > EMPTY_RECORDS) {
            throw new SSLException("Too many records have nothing in them");
        }
    }

    private static int move(ByteBuffer from, ByteBuffer into) {
        int count = Math.min(from.remaining(), into.remaining());
        into.put(from.slice(from.position(), count));
        from.position(from.position() + count);
        return count;
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        int taken = 0;
        while (from.hasRemaining() && flush()) {
            taken += wrap(from);
        }
        flush();
        return taken;
    }

    /** Encrypts a record; the one before must have been sent. */
    private int wrap(ByteBuffer from) throws IOException {
        encryptedOut.clear();
        SSLEngineResult result;
        try {
            result = engine.wrap(from, encryptedOut);
        } finally {
            encryptedOut.flip();
        }
        if (result.getStatus() == SSLEngineResult.Status.CLOSED && from.hasRemaining()) {
            throw new IOException("The other end has closed the connection");
        }
        Runnable task = engine.getDelegatedTask();
        if (task == null && from.hasRemaining() && result.bytesConsumed() + result.bytesProduced() == 0) {
            throw new SSLException("The other end has begun to agree on other keys and doesn't go on");
        }
        while (from.hasRemaining() && task != null) {
            // New keys in the middle of an answer: rare, and small against the answer.
            task.run();
            task = engine.getDelegatedTask();
        }
        return result.bytesConsumed();
    }

    private boolean flush() throws IOException {
        if (encryptedOut.hasRemaining()) {
            sentBytes += channel.write(encryptedOut);
        }
        return !encryptedOut.hasRemaining();
    }

    private void sendAlert() {
        try {
            sayGoodbye();
        } catch (IOException e) {
            // Then it is cut without.
        }
    }

    /** Sends the engine's last words; false where the channel doesn't take them all now. */
    private boolean sayGoodbye() throws IOException {
        engine.closeOutbound();
        while (flush()) {
            if (engine.isOutboundDone()) {
                return true;
            }
            wrap(NOTHING);
            if (!encryptedOut.hasRemaining()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long transfer(FileChannel file, long position, long count) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate((int) Math.min(count, Connection.PIECE_BYTES));
        if (!flush() || file.read(piece, position) <= 0) {
            return 0;
        }
        return write(piece.flip());
    }

    @Override
    public boolean finish() throws IOException {
        if (!sayGoodbye()) {
            return false;
        }
        channel.shutdownOutput();
        return true;
    }

    @Override
    public int discard(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    @Override
    public boolean hasToWrite() {
        return encryptedOut.hasRemaining();
    }

    @Override
    public @Nullable Runnable task() {
        return engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK ? new Negotiation(engine) : null;
    }

    @Override
    public long sentBytes() {
        return sentBytes;
    }

    @Override
    public Peer peer() {
        return PlainTransport.peer(channel, true, certificate());
    }

    private @Nullable String certificate() {
        try {
            return engine.getSession().getPeerCertificates()[0] instanceof X509Certificate certificate
                    ? CertificateName.of(certificate.getSubjectX500Principal())
                    : null;
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** What the engine wants computed. */
    private record Negotiation(SSLEngine engine) implements Runnable {
        @Override
        public void run() {
            Runnable task = engine.getDelegatedTask();
            while (task != null) {
                task.run();
                task = engine.getDelegatedTask();
            }
        }
    }
}
