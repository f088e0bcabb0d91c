package io.jemscope.agent.pprof;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/**
 * Finds the stacks that need a frame before their Java frames, since they have no other: those of compiled Java code that
 * called the allocator itself, as by a foreign function. jeprof asks for the first address of a stack as it is, and for the
 * one before each of the others; what stands for a Java frame must then never be first, or its name would be another's.
 *
 * <p>Whoever has asked for the dump waits for this, so it goes by words of eight bytes: those that have no {@code @} in
 * them, as all but a few percent, are passed over at once (the test for a byte in a word is that of Hacker's Delight,
 * section 6-1).
 */
final class CallerMarks {

    /** What stands for compiled Java code; {@link SymbolLookup} names it. */
    static final long MARK = 0x4a4d_0000_0000_0002L;

    /** What a window holds of a dump. */
    static final int WINDOW_BYTES = 16 << 10;

    /** How a stack begins whose first frame is a Java frame. */
    private static final byte[] JAVA_FIRST = "\n@ 0x4a45".getBytes(StandardCharsets.US_ASCII);

    /** A beginning that may go on behind the end of a window. */
    static final int OVERLAP_BYTES = JAVA_FIRST.length - 1;

    private static final long LOWEST_BITS = 0x0101_0101_0101_0101L;
    private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;
    private static final long STACKS = '@' * LOWEST_BITS;

    private CallerMarks() {}

    /** How many stacks of a dump need a mark. */
    static long count(FileChannel dump) throws IOException {
        ByteBuffer window = ByteBuffer.allocate(WINDOW_BYTES);
        long marks = 0;
        fill(window, dump, 0);
        for (long position = 0; window.limit() > OVERLAP_BYTES; fill(window, dump, position)) {
            for (int at = next(window, 0); at >= 0; at = next(window, at + 1)) {
                marks++;
            }
            position += window.limit() - OVERLAP_BYTES;
        }
        return marks;
    }

    /** Fills a window from a place in a dump; it isn't full where the dump ends. */
    static void fill(ByteBuffer window, FileChannel dump, long position) throws IOException {
        window.clear();
        int count = 0;
        while (count >= 0 && window.hasRemaining()) {
            count = dump.read(window, position + window.position());
        }
        window.flip();
    }

    /** Where in a window, from a place on, a stack begins that needs a mark: the line feed before it; -1 for nowhere. */
    static int next(ByteBuffer window, int from) {
        int at = from + 1;
        int end = window.limit();
        while (at <= end - Long.BYTES) {
            if (!hasStack(window.getLong(at))) {
                at += Long.BYTES;
                continue;
            }
            for (int behind = at + Long.BYTES; at < behind; at++) {
                if (isJavaFirst(window, at - 1)) {
                    return at - 1;
                }
            }
        }
        // Too little is left for one whose @ is here.
        return -1;
    }

    private static boolean hasStack(long word) {
        long zeroWhereStack = word ^ STACKS;
        return ((zeroWhereStack - LOWEST_BITS) & ~zeroWhereStack & HIGHEST_BITS) != 0;
    }

    private static boolean isJavaFirst(ByteBuffer window, int at) {
        if (at + JAVA_FIRST.length > window.limit()) {
            return false;
        }
        for (int i = 0; i < JAVA_FIRST.length; i++) {
            if (window.get(at + i) != JAVA_FIRST[i]) {
                return false;
            }
        }
        return true;
    }
}
