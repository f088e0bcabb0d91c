package io.jemscope.agent.web.compat.pprof;

import io.jemscope.profile.PseudoAddress;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the stacks that need a frame before their Java frames, since they have no other: those of compiled Java code that
 * called the allocator itself, as by a foreign function. jeprof asks for the first address of a stack as it is, and for the
 * one before each of the others; what stands for a Java frame must then never be first, or its name would be another's.
 */
final class CallerMarks {

    /** What stands for compiled Java code; {@link SymbolLookup} names it. */
    static final long MARK = PseudoAddress.JAVA_CODE;

    /** How a stack begins whose first frame is a Java frame. */
    private static final byte[] JAVA_FIRST = "\n@ 0x4a45".getBytes(StandardCharsets.US_ASCII);

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long LOW_BITS = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = LOW_BITS << 7;
    private static final long RAREST = '@' * LOW_BITS;

    /** How much of a beginning may stand at the end of what is read of a dump. */
    static final int OVERLAP_BYTES = JAVA_FIRST.length - 1;

    /** The caller waits for this, so it reads large pieces. */
    private static final int PIECE_BYTES = 64 << 10;

    private CallerMarks() {}

    /** How many stacks of a dump need a mark. */
    static long count(FileChannel dump) throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        ByteBuffer window = ByteBuffer.wrap(piece);
        long position = 0;
        long marks = 0;
        while (fill(window, dump, position) > OVERLAP_BYTES) {
            for (int at = next(piece, 0, window.limit()); at >= 0; at = next(piece, at + 1, window.limit())) {
                marks++;
            }
            position += window.limit() - OVERLAP_BYTES;
        }
        return marks;
    }

    /** Fills a window from a place in a dump and answers how much there is; less than it takes where the dump ends. */
    static int fill(ByteBuffer window, FileChannel dump, long position) throws IOException {
        window.clear();
        int count = 0;
        while (count >= 0 && window.hasRemaining()) {
            count = dump.read(window, position + window.position());
        }
        return window.flip().limit();
    }

    /** Where between two places a stack begins that needs a mark: the line feed before it; -1 for nowhere. */
    static int next(byte[] bytes, int from, int limit) {
        int end = limit - OVERLAP_BYTES;
        for (int at = stack(bytes, from, end); at < end; at = stack(bytes, at + 1, end)) {
            if (isJavaFirst(bytes, at)) {
                return at;
            }
        }
        return -1;
    }

    /** Where the next stack begins, as the rarest of its characters tells. By itself, for the compiler's sake. */
    private static int stack(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end - Long.BYTES && !hasStack((long) WORDS.get(bytes, at + 1))) {
            at += Long.BYTES;
        }
        while (at < end && bytes[at + 1] != '@') {
            at++;
        }
        return at;
    }

    /** Whether any of eight characters is the rarest one: what differs from it by nothing borrows in the subtraction. */
    private static boolean hasStack(long eight) {
        long differing = eight ^ RAREST;
        return ((differing - LOW_BITS) & ~differing & HIGH_BITS) != 0;
    }

    private static boolean isJavaFirst(byte[] bytes, int at) {
        return Arrays.equals(bytes, at, at + JAVA_FIRST.length, JAVA_FIRST, 0, JAVA_FIRST.length);
    }
}
