package io.jemscope.agent.web.compat.pprof;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A dump with a mark before each stack that needs one ({@link CallerMarks}), put in while it is read, and with blanks in place
 * of births, which readers of addresses would show as callers.
 */
final class MarkedDump implements ReadableByteChannel {

    /** How much of the dump is in memory. */
    static final int WINDOW_BYTES = 16 << 10;

    /** What a stack begins with that has a mark, and how much of it every stack begins with. */
    private static final byte[] MARKED = "\n@ 0x4a4d000000000002".getBytes(StandardCharsets.US_ASCII);

    private static final int UNMARKED_BYTES = "\n@".length();

    /** How a birth begins, and how long it is. */
    private static final byte[] BIRTH = " 0x4a42".getBytes(StandardCharsets.US_ASCII);

    private static final int BIRTH_BYTES = " 0x4a42000123456789".length();

    /** How much at the end of a window may be the beginning of what is changed. */
    private static final int OVERLAP_BYTES = Math.max(CallerMarks.OVERLAP_BYTES, BIRTH_BYTES - 1);

    private final FileChannel dump;
    private final long length;
    private final boolean needsMarks;
    private final byte[] bytes = new byte[WINDOW_BYTES];
    private final ByteBuffer window = ByteBuffer.wrap(bytes);
    private final ByteBuffer mark = ByteBuffer.wrap(MARKED).limit(0);

    /** Where the window begins in the dump. */
    private long position;

    /** How far the window is read: up to what needs a mark, or to where that can't be told yet. */
    private int stop;

    private boolean markFollows;

    /** Where in the window the last birth ends; it must not be sent in two parts. */
    private int blankedUpTo;

    /** Reads a dump, which is closed with this; {@code marks} is how many it needs. */
    MarkedDump(FileChannel dump, long marks) throws IOException {
        this.dump = dump;
        this.needsMarks = marks > 0;
        this.length = dump.size() + marks * (MARKED.length - UNMARKED_BYTES);
        window.limit(0);
    }

    /** How many bytes there are in all. */
    long length() {
        return length;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int before = into.position();
        while (into.hasRemaining()) {
            if (mark.hasRemaining()) {
                move(mark, mark.limit(), into);
            } else if (window.position() < stop) {
                move(window, stop, into);
            } else if (!advance()) {
                break;
            }
        }
        int count = into.position() - before;
        return count == 0 && into.hasRemaining() ? -1 : count;
    }

    private static void move(ByteBuffer from, int stop, ByteBuffer into) {
        int count = Math.min(stop - from.position(), into.remaining());
        into.put(from.slice(from.position(), count));
        from.position(from.position() + count);
    }

    /** Goes over what stopped it; false at the end. */
    private boolean advance() throws IOException {
        if (markFollows) {
            mark.clear();
            window.position(stop + UNMARKED_BYTES);
        } else {
            position += window.position();
            if (CallerMarks.fill(window, dump, position) == 0) {
                stop = 0;
                return false;
            }
            blankBirths();
        }
        int next = needsMarks ? CallerMarks.next(bytes, window.position(), window.limit()) : -1;
        markFollows = next >= 0;
        if (markFollows) {
            stop = next;
        } else {
            boolean last = window.limit() < WINDOW_BYTES;
            int safe = Math.max(blankedUpTo, window.limit() - OVERLAP_BYTES);
            stop = Math.max(window.position(), last ? window.limit() : safe);
        }
        return true;
    }

    /** Blanks the births that are whole in the window. One that ends beyond it is read again with the next window. */
    private void blankBirths() {
        blankedUpTo = 0;
        for (int at = 0; at <= window.limit() - BIRTH_BYTES; at++) {
            if (bytes[at] == ' ' && Arrays.equals(bytes, at, at + BIRTH.length, BIRTH, 0, BIRTH.length)) {
                blankedUpTo = at + BIRTH_BYTES;
                Arrays.fill(bytes, at, blankedUpTo, (byte) ' ');
            }
        }
    }

    @Override
    public boolean isOpen() {
        return dump.isOpen();
    }

    @Override
    public void close() throws IOException {
        dump.close();
    }
}
