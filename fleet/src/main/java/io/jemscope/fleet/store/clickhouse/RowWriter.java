package io.jemscope.fleet.store.clickhouse;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Rows in ClickHouse's format RowBinary (clickhouse.com, "Formats"), which keeps numbers exactly: values by column, little-endian. */
final class RowWriter {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);

    /** An Int64 or UInt64. */
    RowWriter add(long value) {
        out.writeBytes(number.putLong(0, value).array());
        return this;
    }

    /** A Float64. */
    RowWriter add(double value) {
        return add(Double.doubleToRawLongBits(value));
    }

    /** A String. */
    RowWriter add(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        length(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    /** An Array's length, which its elements follow. */
    RowWriter length(int length) {
        int rest = length;
        while (rest >= 0x80) {
            out.write((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
        return this;
    }

    boolean isEmpty() {
        return out.size() == 0;
    }

    byte[] bytes() {
        return out.toByteArray();
    }
}
