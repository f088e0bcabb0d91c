package io.jemscope.symbols.cache;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The form of a file of source lines, little-endian. A header of 48 bytes: the magic number, which holds the form's version;
 * the CRC-32 of all behind it; the numbers of key bytes, addresses, stacks, frames, strings and string bytes; how long
 * the whole is. Then the key, filled up to a multiple of eight bytes, and {@link LineAnswers}' arrays one after the
 * other. They are copied out as a whole: reading takes as long as copying does.
 */
final class LineAnswersForm {

    // "JEMLINE1": another number at the end is another form, and isn't read.
    private static final long MAGIC = 0x31454e494c4d454aL;
    private static final int CRC_AT = 8;
    private static final int SUMMED_FROM = 12;
    private static final int HEADER_BYTES = 48;

    private LineAnswersForm() {}

    /**
     * Writes answers down.
     *
     * @return the bytes, from their first to their limit; null where they don't fit into one buffer
     */
    static @Nullable ByteBuffer encode(String key, LineAnswers answers) {
        byte[] keyBytes = key.getBytes(StandardCharsets.UTF_8);
        long bytes = bytes(
                keyBytes.length,
                answers.size(),
                answers.stackStarts.length - 1,
                answers.frames.length / LineAnswers.FRAME_INTS,
                answers.stringStarts.length - 1,
                answers.strings.length);
        if (bytes > Integer.MAX_VALUE - Long.BYTES) {
            return null;
        }
        ByteBuffer out = ByteBuffer.allocate((int) bytes).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(MAGIC).putInt(0);
        out.putInt(keyBytes.length);
        out.putInt(answers.size());
        out.putInt(answers.stackStarts.length - 1);
        out.putInt(answers.frames.length / LineAnswers.FRAME_INTS);
        out.putInt(answers.stringStarts.length - 1);
        out.putInt(answers.strings.length);
        out.putInt(0);
        out.putLong(bytes);
        out.put(keyBytes).position(HEADER_BYTES + padded(keyBytes.length));
        out.asLongBuffer().put(answers.addresses);
        out.position(out.position() + answers.size() * Long.BYTES);
        for (int[] numbers : new int[][] {answers.stacks, answers.stackStarts, answers.frames, answers.stringStarts}) {
            out.asIntBuffer().put(numbers);
            out.position(out.position() + numbers.length * Integer.BYTES);
        }
        out.put(answers.strings).flip();
        return out.putInt(CRC_AT, crc(out));
    }

    /**
     * Reads answers.
     *
     * @param in the bytes, from the first to the limit, with an array behind them
     * @return the answers; null where they are damaged, cut short, of another form or of something else
     */
    static @Nullable LineAnswers decode(ByteBuffer in, String key) {
        in.order(ByteOrder.LITTLE_ENDIAN).rewind();
        if (in.limit() < HEADER_BYTES || in.getLong(0) != MAGIC || in.getLong(HEADER_BYTES - 8) != in.limit()) {
            return null;
        }
        int[] counts = new int[6];
        for (int index = 0; index < counts.length; index++) {
            counts[index] = in.getInt(SUMMED_FROM + index * Integer.BYTES);
            if (counts[index] < 0) {
                return null;
            }
        }
        if (bytes(counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]) != in.limit()
                || in.getInt(CRC_AT) != crc(in)
                || !isKey(in, counts[0], key)) {
            return null;
        }
        in.position(HEADER_BYTES + padded(counts[0]));
        long[] addresses = new long[counts[1]];
        in.asLongBuffer().get(addresses);
        in.position(in.position() + addresses.length * Long.BYTES);
        int[] stacks = ints(in, counts[1]);
        int[] stackStarts = ints(in, counts[2] + 1);
        int[] frames = ints(in, counts[3] * LineAnswers.FRAME_INTS);
        int[] stringStarts = ints(in, counts[4] + 1);
        byte[] strings = new byte[counts[5]];
        in.get(strings);
        LineAnswers answers = new LineAnswers(addresses, stacks, stackStarts, frames, stringStarts, strings);
        return answers.isSound() ? answers : null;
    }

    private static int[] ints(ByteBuffer in, int count) {
        int[] numbers = new int[count];
        in.asIntBuffer().get(numbers);
        in.position(in.position() + count * Integer.BYTES);
        return numbers;
    }

    private static boolean isKey(ByteBuffer in, int bytes, String key) {
        byte[] found = new byte[bytes];
        in.get(HEADER_BYTES, found);
        return Arrays.equals(found, key.getBytes(StandardCharsets.UTF_8));
    }

    private static long bytes(long key, long addresses, long stacks, long frames, long strings, long stringBytes) {
        return HEADER_BYTES
                + (key + 7 & -8L)
                + addresses * (Long.BYTES + Integer.BYTES)
                + (stacks + 1) * Integer.BYTES
                + frames * LineAnswers.FRAME_INTS * Integer.BYTES
                + (strings + 1) * Integer.BYTES
                + stringBytes;
    }

    private static int padded(int bytes) {
        return bytes + 7 & -8;
    }

    private static int crc(ByteBuffer bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes.array(), bytes.arrayOffset() + SUMMED_FROM, bytes.limit() - SUMMED_FROM);
        return (int) crc.getValue();
    }
}
