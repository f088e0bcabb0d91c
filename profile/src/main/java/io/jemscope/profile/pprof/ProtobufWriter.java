package io.jemscope.profile.pprof;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes a message in protobuf's wire format (protobuf.dev, "Encoding"): each field is a tag, {@code number << 3 | wire
 * type}, and a value; wire type 0 is a varint, 1 has 8 bytes, 2 is a length and so many bytes. Fields with their default
 * value, 0, are left out, as proto3 does.
 */
final class ProtobufWriter {

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH = 2;

    private byte[] bytes = new byte[256];
    private int size;

    /** Forgets what was written, to write the next message. */
    void clear() {
        size = 0;
    }

    /** Writes a number; none where it is 0. */
    void number(int field, long value) {
        if (value != 0) {
            varint(((long) field << 3) | VARINT);
            varint(value);
        }
    }

    /** Writes a truth value; none where it is false. */
    void truth(int field, boolean value) {
        number(field, value ? 1 : 0);
    }

    /** Writes a number, 0 included, for fields of which one is set ("oneof"). */
    void choice(int field, long value) {
        varint(((long) field << 3) | VARINT);
        varint(value);
    }

    /** Writes a number in 8 bytes; none where it is 0. */
    void fixed64(int field, long value) {
        if (value != 0) {
            varint(((long) field << 3) | FIXED64);
            ensure(Long.BYTES);
            for (int i = 0; i < Long.BYTES; i++) {
                bytes[size++] = (byte) (value >>> (8 * i));
            }
        }
    }

    /** Writes numbers one after the other in one field ("packed"), zeros included; none where there are none. */
    void packed(int field, long[] values) {
        if (values.length == 0) {
            return;
        }
        int length = 0;
        for (long value : values) {
            length += varintBytes(value);
        }
        varint(((long) field << 3) | LENGTH);
        varint(length);
        for (long value : values) {
            varint(value);
        }
    }

    /** Writes a text, the empty one included. */
    void text(int field, String value) {
        bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes bytes, or a message that is written already; none included. */
    void bytes(int field, byte[] value) {
        varint(((long) field << 3) | LENGTH);
        varint(value.length);
        append(value, value.length);
    }

    /** Writes a message within this one. */
    void message(int field, ProtobufWriter message) {
        varint(((long) field << 3) | LENGTH);
        varint(message.size);
        append(message.bytes, message.size);
    }

    /** Hands what was written to a stream, and forgets it. */
    void flushTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
        size = 0;
    }

    /** A copy of what was written. */
    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    private void varint(long value) {
        ensure(10);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) ((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    private static int varintBytes(long value) {
        int bits = 64 - Long.numberOfLeadingZeros(value | 1);
        return (bits + 6) / 7;
    }

    private void append(byte[] source, int length) {
        ensure(length);
        System.arraycopy(source, 0, bytes, size, length);
        size += length;
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
