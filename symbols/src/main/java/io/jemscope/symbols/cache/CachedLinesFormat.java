package io.jemscope.symbols.cache;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The format of a file of source lines, little-endian. A header of 48 bytes: the magic number with the format's version; the CRC-32
 * of everything behind it; the numbers of key bytes, addresses, stacks, frames, strings and string bytes; the length of the file.
 * Then the key, padded to a multiple of eight bytes, and the arrays of {@link CachedLines}. Each array is copied in one step, so
 * reading is as fast as copying.
 */
final class CachedLinesFormat {

    // "JEMLINE1": a file with another number at the end has another format, and isn't read.
    private static final long MAGIC = 0x31454e494c4d454aL;
    private static final int CRC_AT = 8;
    private static final int CRC_FROM = 12;
    private static final int HEADER_BYTES = 48;

    private CachedLinesFormat() {}

    /** Encodes lines; null if they are too large for one buffer. */
    static @Nullable ByteBuffer encode(String key, CachedLines lines) {
        byte[] keyBytes = key.getBytes(StandardCharsets.UTF_8);
        long bytes = bytes(
                keyBytes.length,
                lines.size(),
                lines.stackStarts.length - 1,
                lines.frames.length / CachedLines.FRAME_INTS,
                lines.stringStarts.length - 1,
                lines.strings.length);
        if (bytes > Integer.MAX_VALUE - Long.BYTES) {
            return null;
        }
        ByteBuffer out = ByteBuffer.allocate((int) bytes).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(MAGIC).putInt(0);
        out.putInt(keyBytes.length);
        out.putInt(lines.size());
        out.putInt(lines.stackStarts.length - 1);
        out.putInt(lines.frames.length / CachedLines.FRAME_INTS);
        out.putInt(lines.stringStarts.length - 1);
        out.putInt(lines.strings.length);
        out.putInt(0);
        out.putLong(bytes);
        out.put(keyBytes).position(HEADER_BYTES + padded(keyBytes.length));
        out.asLongBuffer().put(lines.addresses);
        out.position(out.position() + lines.size() * Long.BYTES);
        for (int[] numbers : new int[][] {lines.stacks, lines.stackStarts, lines.frames, lines.stringStarts}) {
            out.asIntBuffer().put(numbers);
            out.position(out.position() + numbers.length * Integer.BYTES);
        }
        out.put(lines.strings).flip();
        return out.putInt(CRC_AT, crc(out));
    }

    /**
     * Decodes lines.
     *
     * @param in a buffer with an array, from its first byte to its limit
     * @return the lines; null if they are damaged, truncated, or of another format or key
     */
    static @Nullable CachedLines decode(ByteBuffer in, String key) {
        in.order(ByteOrder.LITTLE_ENDIAN).rewind();
        if (in.limit() < HEADER_BYTES || in.getLong(0) != MAGIC || in.getLong(HEADER_BYTES - 8) != in.limit()) {
            return null;
        }
        int[] counts = new int[6];
        for (int index = 0; index < counts.length; index++) {
            counts[index] = in.getInt(CRC_FROM + index * Integer.BYTES);
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
        int[] frames = ints(in, counts[3] * CachedLines.FRAME_INTS);
        int[] stringStarts = ints(in, counts[4] + 1);
        byte[] strings = new byte[counts[5]];
        in.get(strings);
        CachedLines lines = new CachedLines(addresses, stacks, stackStarts, frames, stringStarts, strings);
        return lines.hasValidStarts() ? lines : null;
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
                + frames * CachedLines.FRAME_INTS * Integer.BYTES
                + (strings + 1) * Integer.BYTES
                + stringBytes;
    }

    private static int padded(int bytes) {
        return bytes + 7 & -8;
    }

    private static int crc(ByteBuffer bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes.array(), bytes.arrayOffset() + CRC_FROM, bytes.limit() - CRC_FROM);
        return (int) crc.getValue();
    }
}
