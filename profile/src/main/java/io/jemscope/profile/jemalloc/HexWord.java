package io.jemscope.profile.jemalloc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Eight bytes of text at once, or four, as a number whose lowest byte is the first of them. Reading digits in this way takes a fifth of
 * the time that one digit after the other takes, with either of the JVM's compilers.
 */
final class HexWord {

    /** What {@link #value} gives where there are other bytes than digits. */
    static final long NONE = -1;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle HALVES = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long EACH = 0x0101_0101_0101_0101L;

    private HexWord() {}

    /** The eight bytes from a place on, which must be there. */
    static long at(byte[] text, int place) {
        return (long) WORDS.get(text, place);
    }

    /** The four bytes from a place on, which must be there. */
    static int halfAt(byte[] text, int place) {
        return (int) HALVES.get(text, place);
    }

    /** Eight bytes of ASCII, as {@link #at} would give them. */
    static long of(String text) {
        long word = 0;
        for (int i = 7; i >= 0; i--) {
            word = (word << 8) | text.charAt(i);
        }
        return word;
    }

    /** The value of eight digits, hexadecimal and small; {@link #NONE} where any of the bytes is something else. */
    static long value(long word) {
        // Of all bytes meant, only letters have bit 6, and they count from 1. Sums stay within their bytes.
        long digits = (word & (0x0f * EACH)) + 9 * ((word >>> 6) & EACH);
        // What the digits look like: where that isn't what stands there, it wasn't a digit.
        long letters = ((digits + 6 * EACH) >>> 4) & EACH;
        long expected = digits + '0' * EACH + ('a' - '0' - 10) * letters;
        if (((expected ^ word) | (digits & 0xf0f0_f0f0_f0f0_f0f0L)) != 0) {
            return NONE;
        }
        long pairs = ((digits << 4) | (digits >>> 8)) & 0x00ff_00ff_00ff_00ffL;
        long fours = ((pairs << 8) | (pairs >>> 16)) & 0x0000_ffff_0000_ffffL;
        return ((fours << 16) | (fours >>> 32)) & 0xffff_ffffL;
    }

    /** The value of four digits, as {@link #value} tells that of eight. */
    static int valueOfHalf(int half) {
        int digits = (half & 0x0f0f_0f0f) + 9 * ((half >>> 6) & 0x0101_0101);
        int letters = ((digits + 0x0606_0606) >>> 4) & 0x0101_0101;
        int expected = digits + 0x3030_3030 + ('a' - '0' - 10) * letters;
        if (((expected ^ half) | (digits & 0xf0f0_f0f0)) != 0) {
            return (int) NONE;
        }
        int pairs = ((digits << 4) | (digits >>> 8)) & 0x00ff_00ff;
        return ((pairs << 8) | (pairs >>> 16)) & 0xffff;
    }
}
