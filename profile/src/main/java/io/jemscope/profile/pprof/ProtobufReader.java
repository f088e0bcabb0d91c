package io.jemscope.profile.pprof;

import io.jemscope.profile.FormatException;
import java.nio.charset.StandardCharsets;

/**
 * Walks through a message in protobuf's wire format, field by field. {@link ProtobufWriter} describes the format; here
 * the wire types 1 and 5, of 8 and 4 bytes, are stepped over besides.
 */
final class ProtobufReader {

    private final byte[] bytes;
    private final int end;
    private int position;
    private int field;
    private int wireType;
    private long number;
    private int valueStart;

    private ProtobufReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.position = start;
        this.end = end;
    }

    ProtobufReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /**
     * Goes to the next field.
     *
     * @return its number; 0 at the message's end
     */
    int next() throws FormatException {
        if (position == end) {
            return 0;
        }
        long tag = varint();
        field = (int) (tag >>> 3);
        wireType = (int) (tag & 7);
        if (tag >>> 3 < 1 || tag >>> 3 > (1 << 29) - 1) {
            throw fail("there is no field " + (tag >>> 3));
        }
        valueStart = position;
        switch (wireType) {
            case 0 -> number = varint();
            case 1 -> skip(8);
            case 2 -> {
                long length = varint();
                valueStart = position;
                skip(length);
            }
            case 5 -> skip(4);
            default -> throw fail("wire type " + wireType + " does not exist");
        }
        return field;
    }

    /** The value of a field that is a number. */
    long number() throws FormatException {
        check(0, "a number");
        return number;
    }

    /** The value of a field that is a truth value. */
    boolean truth() throws FormatException {
        return number() != 0;
    }

    /** The value of a field that is a text. */
    String text() throws FormatException {
        check(2, "a text");
        return new String(bytes, valueStart, position - valueStart, StandardCharsets.UTF_8);
    }

    /** The value of a field that is a message. */
    ProtobufReader message() throws FormatException {
        check(2, "a message");
        return new ProtobufReader(bytes, valueStart, position);
    }

    /** Adds the values of a field of repeated numbers: packed, or one on its own. */
    void addNumbers(Numbers to) throws FormatException {
        if (wireType == 0) {
            add(to, number);
            return;
        }
        check(2, "numbers");
        ProtobufReader values = new ProtobufReader(bytes, valueStart, position);
        while (values.position < values.end) {
            add(to, values.varint());
        }
    }

    private void add(Numbers to, long value) throws FormatException {
        if (!to.add(value)) {
            throw fail("field " + field + " has more than " + Numbers.MOST + " numbers");
        }
    }

    private void check(int expected, String name) throws FormatException {
        if (wireType != expected) {
            throw fail("field " + field + " should be " + name);
        }
    }

    private void skip(long length) throws FormatException {
        if (length < 0 || length > end - position) {
            throw fail("a value of " + Long.toUnsignedString(length) + " bytes goes beyond the message's end");
        }
        position += (int) length;
    }

    private long varint() throws FormatException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (position == end) {
                throw fail("a number goes beyond the message's end");
            }
            byte next = bytes[position++];
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw fail("a number has more than 64 bits");
    }

    /** An exception that names the current position. */
    FormatException fail(String why) {
        return PprofReader.failure("byte " + position + ": " + why);
    }
}
