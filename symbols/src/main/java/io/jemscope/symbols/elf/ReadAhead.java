package io.jemscope.symbols.elf;

import java.io.Closeable;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Inflates a compressed section ahead of its reader, in a thread of its own: inflating takes more than half of the time for
 * libjvm's debug file. The thread is at most {@value #MAX_PIECES} pieces ahead, and ends when this is closed. After a read
 * backward, or on an interrupted thread, the reader inflates the section itself.
 */
public final class ReadAhead extends SectionContent implements Closeable {

    private static final int PIECE_BYTES = 1 << 18;
    private static final int MAX_PIECES = 8;
    // A smaller section is inflated before the thread has started.
    private static final long MIN_BYTES = 1 << 24;

    /** Inflated bytes, or why inflating failed. */
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
    private final BlockingQueue<Piece> ready = new ArrayBlockingQueue<>(MAX_PIECES);
    private final BlockingQueue<byte[]> spare = new ArrayBlockingQueue<>(MAX_PIECES + 1);
    private final Piece outOfMemory = new Piece(
            new byte[0],
            0,
            new ElfException(
                    "A compressed section can't be read for source lines: inflating it ended early, most likely"
                            + " because this JVM's heap is too small. Give more heap (-Xmx)."));
    private final @Nullable Thread thread;
    private volatile boolean closed;
    private boolean direct;
    private @Nullable Piece piece;
    private int pieceAt;
    private long position;

    private ReadAhead(SectionContent content, @Nullable InflatedContent ahead) {
        this.content = content;
        this.direct = ahead == null;
        this.thread = ahead == null ? null : new Thread(() -> inflate(ahead), "jemscope-inflate");
    }

    /**
     * Reads a section ahead if it is compressed and large, and there is a second processor.
     *
     * @param content the section; the caller must not read it directly from now on
     * @return the same content
     */
    public static ReadAhead of(SectionContent content) {
        boolean helps = content.bytes() >= MIN_BYTES && Runtime.getRuntime().availableProcessors() > 1;
        InflatedContent ahead = helps && content instanceof InflatedContent inflated ? inflated.copy() : null;
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
            // Closed: the reader needs no more.
            return;
        } catch (Throwable e) {
            // The reader must not wait for ever. It gets an object made before: there may be no heap for a new one.
            closed = true;
            ready.clear();
            boolean unused = ready.offer(outOfMemory);
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
        if (!direct && (offset < position || !has(offset, length))) {
            close();
        }
        long wanted = offset;
        int done = 0;
        while (!direct && done < length) {
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

    /** Returns the piece with the next byte; null if this thread must inflate it. */
    private @Nullable Piece piece() throws ElfException {
        Piece current = piece;
        if (current != null && pieceAt < current.length) {
            return current;
        }
        if (current != null) {
            // Never blocks: a surplus buffer is garbage.
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
            // No piece follows.
            close();
            throw problem;
        }
        piece = current;
        pieceAt = 0;
        return current;
    }

    @Override
    public SectionContent randomAccess() throws ElfException {
        return content.randomAccess();
    }

    @Override
    public boolean isRandomAccess() {
        return content.isRandomAccess();
    }

    @Override
    public boolean fitsInHeap() {
        return content.fitsInHeap();
    }

    /** Ends the thread. Later reads inflate in the calling thread. */
    @Override
    public void close() {
        direct = true;
        closed = true;
        if (thread != null) {
            thread.interrupt();
        }
    }
}
