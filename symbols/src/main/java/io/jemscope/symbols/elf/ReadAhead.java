package io.jemscope.symbols.elf;

import java.io.Closeable;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A compressed section that a thread of its own inflates while what came before is being looked at: of the time that a
 * libjvm's debug file takes, inflating is a good half. The thread is some pieces ahead at most, and ends when this is
 * closed. Reading backward, and reading on an interrupted thread, go on without it.
 */
public final class ReadAhead extends SectionContent implements Closeable {

    private static final int PIECE_BYTES = 1 << 18;
    private static final int MOST_PIECES = 8;
    // Less than this is inflated before the thread has begun.
    private static final long LEAST_BYTES = 1 << 24;

    /** What was inflated, or why it couldn't be. */
    private static final class Piece {
        private final byte[] bytes;
        private final int length;
        private final @Nullable ElfException problem;

        Piece(byte[] bytes, int length, @Nullable ElfException problem) {
            this.bytes = bytes;
            this.length = length;
            this.problem = problem;
        }
    }

    private final SectionContent content;
    private final BlockingQueue<Piece> ready = new ArrayBlockingQueue<>(MOST_PIECES);
    private final BlockingQueue<byte[]> spare = new ArrayBlockingQueue<>(MOST_PIECES + 1);
    private final Piece died = new Piece(
            new byte[0],
            0,
            new ElfException(
                    "A compressed section can't be read for source lines: inflating it ended early, most likely"
                            + " because this JVM's heap is too small. Give more heap (-Xmx)."));
    private final @Nullable Thread thread;
    private volatile boolean closed;
    private boolean alone;
    private @Nullable Piece piece;
    private int pieceAt;
    private long position;

    private ReadAhead(SectionContent content, @Nullable InflatedContent ahead) {
        this.content = content;
        this.alone = ahead == null;
        this.thread = ahead == null ? null : new Thread(() -> inflate(ahead), "jemscope-inflate");
    }

    /**
     * Reads a section ahead where that helps: it is compressed and large, and there is a second processor.
     *
     * @param content the section; not to be read elsewhere from now on
     * @return the same content
     */
    public static ReadAhead of(SectionContent content) {
        boolean helps = content.bytes() >= LEAST_BYTES && Runtime.getRuntime().availableProcessors() > 1;
        InflatedContent ahead = helps && content instanceof InflatedContent inflated ? inflated.twin() : null;
        ReadAhead reader = new ReadAhead(content, ahead);
        if (reader.thread != null) {
            reader.thread.setDaemon(true);
            reader.thread.start();
        }
        return reader;
    }

    private void inflate(InflatedContent ahead) {
        try {
            long offset = 0;
            while (!closed && offset < ahead.bytes()) {
                byte[] bytes = spare.poll();
                bytes = bytes == null ? new byte[PIECE_BYTES] : bytes;
                int length = (int) Math.min(bytes.length, ahead.bytes() - offset);
                ready.put(read(ahead, offset, bytes, length));
                offset += length;
            }
        } catch (InterruptedException e) {
            // Closed: nobody waits for more.
            return;
        } catch (Throwable e) {
            // Whatever ends this thread, the reader mustn't wait for ever; for want of heap nothing new can be made.
            closed = true;
            ready.clear();
            boolean unused = ready.offer(died);
        }
    }

    private static Piece read(InflatedContent ahead, long offset, byte[] bytes, int length) {
        try {
            ahead.read(offset, bytes, 0, length);
            return new Piece(bytes, length, null);
        } catch (ElfException e) {
            return new Piece(bytes, length, e);
        }
    }

    @Override
    public long bytes() {
        return content.bytes();
    }

    @Override
    public void read(long offset, byte[] to, int at, int length) throws ElfException {
        if (!alone && (offset < position || !has(offset, length))) {
            close();
        }
        long wanted = offset;
        int done = 0;
        while (!alone && done < length) {
            Piece current = piece();
            if (current == null) {
                break;
            }
            int skipped = (int) Math.min(current.length - pieceAt, wanted - position);
            pieceAt += skipped;
            position += skipped;
            int count = Math.min(current.length - pieceAt, length - done);
            if (position == wanted) {
                System.arraycopy(current.bytes, pieceAt, to, at + done, count);
                pieceAt += count;
                position += count;
                wanted += count;
                done += count;
            }
        }
        if (done < length) {
            content.read(wanted, to, at + done, length - done);
        }
    }

    /** The piece that the next byte is in; null where it has to be done without the thread. */
    private @Nullable Piece piece() throws ElfException {
        Piece current = piece;
        if (current != null && pieceAt < current.length) {
            return current;
        }
        if (current != null) {
            // Not blocking: a piece too many is left to the garbage collector.
            boolean unused = spare.offer(current.bytes);
        }
        try {
            current = ready.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close();
            return null;
        }
        ElfException problem = current.problem;
        if (problem != null) {
            // There is no further piece to wait for that would be the next one.
            close();
            throw problem;
        }
        piece = current;
        pieceAt = 0;
        return current;
    }

    @Override
    public SectionContent inAnyOrder() throws ElfException {
        return content.inAnyOrder();
    }

    @Override
    public boolean isInAnyOrder() {
        return content.isInAnyOrder();
    }

    @Override
    public boolean isHoldable() {
        return content.isHoldable();
    }

    /** Ends the thread. What is read afterwards is inflated by the thread that reads it. */
    @Override
    public void close() {
        alone = true;
        closed = true;
        if (thread != null) {
            thread.interrupt();
        }
    }
}
