package io.jemscope.profile.jemalloc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Eight bytes of text at once, as a number whose lowest byte is the first of them. Eight digits are read in a fifth of the
 * time that one digit after the other takes, with either of the JVM's compilers.
 */
final class HexWord {

    /** The result of {@link #value} for bytes other than digits. */
    static final long NONE = -1;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long EACH = 0x0101_0101_0101_0101L;

    private HexWord() {}

    /** The eight bytes that begin at an index of the text. */
    static long at(byte[] text, int index) {
        return (long) WORDS.get(text, index);
    }

    /** The value of eight hexadecimal digits in lower case; {@link #NONE} if any byte isn't one. */
    static long value(long word) {
        // Of the bytes that are digits, only letters have bit 6, and their lower bits count from 1. No sum exceeds its
        // byte.
        long digits = (word & (0x0f * EACH)) + 9 * ((word >>> 6) & EACH);
        // Turn the values into digits again: where these differ from the text, the text had another character.
        long letters = ((digits + 6 * EACH) >>> 4) & EACH;
        long expected = digits + '0' * EACH + ('a' - '0' - 10) * letters;
        if (((expected ^ word) | (digits & 0xf0f0_f0f0_f0f0_f0f0L)) != 0) {
            return NONE;
        }
        long pairs = ((digits << 4) | (digits >>> 8)) & 0x00ff_00ff_00ff_00ffL;
        long fours = ((pairs << 8) | (pairs >>> 16)) & 0x0000_ffff_0000_ffffL;
        return ((fours << 16) | (fours >>> 32)) & 0xffff_ffffL;
    }
}
