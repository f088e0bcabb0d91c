package io.jemscope.fleet.store.clickhouse;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads rows in ClickHouse's format RowBinary, see {@link RowWriter}. */
final class RowReader {

    private final ByteBuffer bytes;

    RowReader(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    boolean hasNext() {
        return bytes.hasRemaining();
    }

    /** An Int64 or UInt64. */
    long number() throws IOException {
        try {
            return bytes.getLong();
        } catch (BufferUnderflowException e) {
            throw cutShort(e);
        }
    }

    /** A Float64. */
    double real() throws IOException {
        return Double.longBitsToDouble(number());
    }

    /** A String. */
    String text() throws IOException {
        byte[] text = new byte[length(1)];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    /** An Array of Int64 or UInt64. */
    long[] numbers() throws IOException {
        long[] numbers = new long[length(Long.BYTES)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = number();
        }
        return numbers;
    }

    /** An Array of Float64. */
    double[] reals() throws IOException {
        double[] reals = new double[length(Double.BYTES)];
        for (int i = 0; i < reals.length; i++) {
            reals[i] = real();
        }
        return reals;
    }

    /** The length of a String or an Array whose elements of that size follow. */
    private int length(int elementBytes) throws IOException {
        try {
            long length = 0;
            int shift = 0;
            int part;
            do {
                part = bytes.get();
                length |= (part & 0x7fL) << shift;
                shift += 7;
            } while ((part & 0x80) != 0 && shift < Integer.SIZE);
            if (length > bytes.remaining() / elementBytes) {
                throw cutShort(null);
            }
            return (int) length;
        } catch (BufferUnderflowException e) {
            throw cutShort(e);
        }
    }

    private static IOException cutShort(@Nullable Exception cause) {
        return new IOException("its answer is cut short", cause);
    }
}
