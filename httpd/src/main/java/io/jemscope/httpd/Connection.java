package io.jemscope.httpd;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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

    /** How often it is read in a row, before others have their turn. */
    private static final int READS = 16;

    /** What is read at once of what comes behind a whole request. */
    private static final int LISTENED_BYTES = 1 << 10;

    /** What is still read, and thrown away, behind a request that was refused early. */
    private static final int DRAIN_BYTES = 1 << 20;

    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    /** Where a connection stands. */
    enum State {
        ASKING,
        /** Refused, and the answer is held back for a while. */
        DELAYED,
        /** The request is complete, and waits for room in the program's heap. */
        WAITING,
        ANSWERING,
        SENDING,
        DRAINING
    }

    private final Transport transport;
    private final SelectionKey key;
    private final Authenticator guard;
    private final Limits limits;
    private final Budgets budgets;

    private State state = State.ASKING;
    private long deadlineNanos;
    private byte[] bytes = new byte[2 << 10];
    private int filled;
    private boolean mayHaveMore;
    private int headEnd = -1;
    private int bodyLength;
    private long waitingUntilNanos;
    private @Nullable RequestHead head;
    private @Nullable Principal caller;
    private int drained;

    /** The caller sends nothing any more. Written by the server's thread alone. */
    private volatile boolean ended;

    /** The caller's, once the guard has admitted the caller. This connection holds a place and these bytes of it. */
    private @Nullable Budget budget;

    private int bodyBytesTaken;
    private long answerBytesTaken;
    private long countedFromBytes;

    /** Written by a worker before it queues the connection, read by the server's thread after. */
    private @Nullable Response response;

    private @Nullable ByteBuffer responseHead;

    /** The request was HEAD: its answer, an error too, has no body. */
    private boolean onlyHead;

    Connection(
            Transport transport, SelectionKey key, Authenticator guard, Limits limits, Budgets budgets, long nowNanos) {
        this.transport = transport;
        this.key = key;
        this.guard = guard;
        this.limits = limits;
        this.budgets = budgets;
        this.deadlineNanos = nowNanos + limits.head().toNanos();
    }

    State state() {
        return state;
    }

    /** How long the connection may go on as it stands. */
    long remainingNanos(long nowNanos) {
        return deadlineNanos - nowNanos;
    }

    /** Whether the caller has sent anything of a request. */
    boolean isBegun() {
        return filled > 0;
    }

    /** Whether the request's head is whole. */
    boolean hasHead() {
        return head != null;
    }

    /** Whether it hasn't been dropped. Called by any thread. */
    boolean isOpen() {
        return key.isValid();
    }

    /** Whether the caller has hung up, or the connection was dropped. Called by any thread. */
    boolean hasGone() {
        return ended || !isOpen();
    }

    /** Whether it may be dropped for others: it isn't authenticated, or is answered. */
    boolean isExpendable() {
        return caller == null || state == State.DRAINING;
    }

    /**
     * Reads what is there. True where the request is whole now; then {@link #requestHead} and {@link #body} have it.
     *
     * @throws ApiException where the request is refused
     * @throws IOException where the connection is broken or has ended
     */
    boolean receive(long nowNanos) throws ApiException, IOException {
        mayHaveMore = false;
        for (int i = 0; i < READS; i++) {
            if (filled == bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.min(2 * bytes.length, limits.headBytes() + limits.bodyBytes()));
            }
            int room = Math.min(bytes.length - filled, PIECE_BYTES);
            int count = transport.read(ByteBuffer.wrap(bytes, filled, room));
            if (count < 0) {
                throw new IOException("The caller hung up");
            }
            filled += count;
            if (isWhole(nowNanos)) {
                return true;
            }
            if (count == 0) {
                key.interestOps(
                        transport.hasToWrite() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
                return false;
            }
        }
        mayHaveMore = true;
        return false;
    }

    /**
     * Whether {@link #receive} has stopped only for the sake of others. To be asked again then, whatever the selector says:
     * what is left may have been taken from the channel already.
     */
    boolean mayHaveMore() {
        return state == State.ASKING && mayHaveMore;
    }

    private boolean isWhole(long nowNanos) throws ApiException, IOException {
        if (head == null) {
            headEnd = HeadParser.end(bytes, Math.min(filled, limits.headBytes()));
            if (headEnd < 0) {
                if (filled >= limits.headBytes()) {
                    throw tooLong();
                }
                return false;
            }
            Peer peer = transport.peer();
            head = HeadParser.parse(bytes, headEnd, peer.secure());
            Principal admitted = guard.admit(head, peer);
            Budget own = budgets.of(admitted.access());
            own.takeConnection();
            budget = own;
            caller = admitted;
            int length = BodyLength.of(head, limits);
            own.takeBody(length);
            bodyLength = length;
            bodyBytesTaken = length;
            deadlineNanos = nowNanos + limits.body().toNanos();
            if (filled < headEnd + bodyLength
                    && "100-continue".equalsIgnoreCase(head.header("expect").orElse(""))) {
                transport.write(ByteBuffer.wrap(CONTINUE));
            }
        }
        return filled >= headEnd + bodyLength;
    }

    private ApiException tooLong() {
        String most = "more than " + limits.headBytes() + " bytes";
        return HeadParser.hasRequestLine(bytes, limits.headBytes())
                ? new ApiException(
                        431, "The request is too long", "its line and headers take " + most, "Send fewer headers.")
                : new ApiException(
                        414, "The request is too long", "its first line takes " + most, "Send a shorter address.");
    }

    /** The request's head, once it is whole. */
    RequestHead requestHead() {
        if (head == null) {
            throw new IllegalStateException("The request isn't whole yet");
        }
        return head;
    }

    /** The caller, once the request is whole. */
    Principal caller() {
        if (caller == null) {
            throw new IllegalStateException("The request isn't whole yet");
        }
        return caller;
    }

    /** The request's body, once it is whole. */
    byte[] body() {
        return Arrays.copyOfRange(bytes, headEnd, headEnd + bodyLength);
    }

    /** What a worker has to do before more can be read; null for nothing. Nothing is read meanwhile. */
    @Nullable
    Runnable task() {
        Runnable task = transport.task();
        if (task != null) {
            key.interestOps(0);
        }
        return task;
    }

    /** Holds the answer that was left back. */
    void delay(Duration delay, long nowNanos) {
        state = State.DELAYED;
        deadlineNanos = nowNanos + delay.toNanos();
        key.interestOps(0);
    }

    /** Has the whole request wait a moment for room in the program's heap; false where it has waited long enough. */
    boolean waitForRoom(long nowNanos) {
        if (state == State.ASKING) {
            waitingUntilNanos = nowNanos + HeapReserve.PATIENCE.toNanos();
        } else if (waitingUntilNanos - nowNanos <= 0) {
            return false;
        }
        state = State.WAITING;
        deadlineNanos = nowNanos + HeapReserve.BETWEEN_LOOKS.toNanos();
        key.interestOps(0);
        return true;
    }

    /** A worker has it from here on. That the caller hangs up is still seen. */
    void handOver(long nowNanos) {
        state = State.ANSWERING;
        deadlineNanos = nowNanos + limits.answer().toNanos();
        key.interestOps(SelectionKey.OP_READ);
    }

    /**
     * Checks whether the caller has disconnected while the request is answered. Other input is discarded, as it is after the
     * response; only a little of it is read.
     */
    void listen() throws IOException {
        // Not into the bytes of the request: a worker may be reading them.
        int count = transport.discard(ByteBuffer.allocate(LISTENED_BYTES));
        drained += Math.max(count, 0);
        ended = count < 0;
        if (ended || drained > PIECE_BYTES) {
            key.interestOps(0);
        }
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
        onlyHead = HeadParser.isHead(bytes, filled);
        bytes = new byte[PIECE_BYTES];
        releaseBody();
        try {
            answerBytesTaken = budget == null ? 0 : budget.takeAnswer(response.body());
        } catch (ApiException e) {
            response.close();
            response = e.response();
        }
        responseHead = response.head();
        startCounting(nowNanos);
        send(nowNanos);
    }

    /** Sends what the caller takes. */
    void send(long nowNanos) throws IOException {
        if (response == null || responseHead == null) {
            throw new IllegalStateException("Nothing to send");
        }
        transport.write(responseHead);
        if (responseHead.hasRemaining() || !(onlyHead || response.body().send(transport)) || !transport.finish()) {
            if (transport.sentBytes() - countedFromBytes >= limits.stallBytes()) {
                startCounting(nowNanos);
            }
            key.interestOps(SelectionKey.OP_WRITE);
            return;
        }
        // Finished, not closed: with bytes unread that would reset the connection and could take the answer with it.
        endResponse();
        state = State.DRAINING;
        deadlineNanos = nowNanos + 1_000_000_000L; // 1 s for the caller to hang up
        key.interestOps(SelectionKey.OP_READ);
    }

    /** A caller has to take so much in so much time: one who takes a byte now and then would stay for ever. */
    private void startCounting(long nowNanos) {
        countedFromBytes = transport.sentBytes();
        deadlineNanos = nowNanos + limits.stall().toNanos();
    }

    /** Throws away what still comes in; true where the connection is done with. */
    boolean drain() throws IOException {
        int count = transport.discard(ByteBuffer.wrap(bytes));
        drained += Math.max(count, 0);
        return count < 0 || drained > DRAIN_BYTES;
    }

    /** Also lets go of the answer itself, which may be long. */
    private void endResponse() throws IOException {
        Response ended = response;
        response = null;
        if (budget != null) {
            budget.releaseAnswer(answerBytesTaken);
            answerBytesTaken = 0;
        }
        if (ended != null) {
            ended.close();
        }
    }

    private void releaseBody() {
        if (budget != null) {
            budget.releaseBody(bodyBytesTaken);
            bodyBytesTaken = 0;
        }
    }

    @Override
    public void close() throws IOException {
        key.cancel();
        releaseBody();
        try (transport) {
            endResponse();
        } finally {
            if (budget != null) {
                budget.releaseConnection();
                budget = null;
            }
        }
    }
}
