package io.jemscope.agent.http;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One connection: a request comes in, an answer goes out, the end. It isn't kept for further requests: on the loopback
 * a new one costs microseconds, and an idle one would cost the host a descriptor. Only the server's thread touches it,
 * except that a worker leaves the answer with {@link #leave}.
 */
final class Connection implements Closeable {

    /** What a read or a write moves at once. */
    static final int PIECE_BYTES = 16 << 10;

    /** What is still read, and thrown away, behind a request that was refused early. */
    private static final int DRAIN_BYTES = 1 << 20;

    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    /** Where a connection stands. */
    enum State {
        ASKING,
        ANSWERING,
        SENDING,
        DRAINING
    }

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Guard guard;
    private final Limits limits;

    private State state = State.ASKING;
    private long deadlineNanos;
    private byte[] bytes = new byte[2 << 10];
    private int filled;
    private int headEnd = -1;
    private int bodyLength;
    private @Nullable RequestHead head;
    private @Nullable Caller caller;
    private int drained;

    /** Written by a worker before it queues the connection, read by the server's thread after. */
    private @Nullable Response response;

    private @Nullable ByteBuffer responseHead;

    Connection(SocketChannel channel, SelectionKey key, Guard guard, Limits limits, long nowNanos) {
        this.channel = channel;
        this.key = key;
        this.guard = guard;
        this.limits = limits;
        this.deadlineNanos = nowNanos + limits.request().toNanos();
    }

    State state() {
        return state;
    }

    /** How long the connection may go on as it stands. */
    long remainingNanos(long nowNanos) {
        return deadlineNanos - nowNanos;
    }

    /** Whether the caller has sent anything. */
    boolean isBegun() {
        return filled > 0;
    }

    /**
     * Reads what is there. True where the request is whole now; then {@link #requestHead} and {@link #body} have it.
     *
     * @throws Problem where the request is refused
     * @throws IOException where the connection is broken or has ended
     */
    boolean receive() throws Problem, IOException {
        while (true) {
            if (filled == bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.min(2 * bytes.length, limits.headBytes() + limits.bodyBytes()));
            }
            int room = Math.min(bytes.length - filled, PIECE_BYTES);
            int count = channel.read(ByteBuffer.wrap(bytes, filled, room));
            if (count < 0) {
                throw new IOException("The caller hung up");
            }
            filled += count;
            if (isWhole()) {
                return true;
            }
            if (count == 0) {
                return false;
            }
        }
    }

    private boolean isWhole() throws Problem, IOException {
        if (head == null) {
            headEnd = HeadParser.end(bytes, Math.min(filled, limits.headBytes()));
            if (headEnd < 0) {
                if (filled >= limits.headBytes()) {
                    throw new Problem(
                            431,
                            "The request is too long",
                            "its line and headers take more than " + limits.headBytes() + " bytes",
                            "Send fewer headers.");
                }
                return false;
            }
            head = HeadParser.parse(bytes, headEnd);
            caller = guard.admit(head, new Peer(channel.socket().getInetAddress(), false, null));
            bodyLength = BodyLength.of(head, limits);
            if (filled < headEnd + bodyLength
                    && "100-continue".equalsIgnoreCase(head.header("expect").orElse(""))) {
                channel.write(ByteBuffer.wrap(CONTINUE));
            }
        }
        return filled >= headEnd + bodyLength;
    }

    /** The request's head, once it is whole. */
    RequestHead requestHead() {
        if (head == null) {
            throw new IllegalStateException("The request isn't whole yet");
        }
        return head;
    }

    /** Who asks, once the request is whole. */
    Caller caller() {
        if (caller == null) {
            throw new IllegalStateException("The request isn't whole yet");
        }
        return caller;
    }

    /** The request's body, once it is whole. */
    byte[] body() {
        return Arrays.copyOfRange(bytes, headEnd, headEnd + bodyLength);
    }

    /** A worker has it from here on. */
    void handOver(long nowNanos) {
        state = State.ANSWERING;
        deadlineNanos = nowNanos + limits.answer().toNanos();
        key.interestOps(0);
    }

    /** Leaves the answer for the server's thread. */
    void leave(Response answer) {
        response = answer;
    }

    /** Begins to send the answer that was left. */
    void begin(long nowNanos) throws IOException {
        if (response == null) {
            throw new IllegalStateException("No answer was left");
        }
        state = State.SENDING;
        bytes = new byte[PIECE_BYTES];
        responseHead = response.head();
        send(nowNanos);
    }

    /** Sends what the caller takes. */
    void send(long nowNanos) throws IOException {
        if (response == null || responseHead == null) {
            throw new IllegalStateException("Nothing to send");
        }
        deadlineNanos = nowNanos + limits.stall().toNanos();
        channel.write(responseHead);
        if (responseHead.hasRemaining() || !response.body().send(channel)) {
            key.interestOps(SelectionKey.OP_WRITE);
            return;
        }
        response.body().close();
        // Closing at once, with bytes unread, would reset the connection and could take the answer with it.
        channel.shutdownOutput();
        state = State.DRAINING;
        deadlineNanos = nowNanos + 1_000_000_000L; // 1 s for the caller to hang up
        key.interestOps(SelectionKey.OP_READ);
    }

    /** Throws away what still comes in; true where the connection is done with. */
    boolean drain() throws IOException {
        int count = channel.read(ByteBuffer.wrap(bytes));
        drained += Math.max(count, 0);
        return count < 0 || drained > DRAIN_BYTES;
    }

    @Override
    public void close() throws IOException {
        key.cancel();
        try (channel) {
            if (response != null) {
                response.body().close();
            }
        }
    }
}
