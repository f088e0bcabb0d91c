package io.jemscope.allocator;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * How a control's C type is passed. All are plain bytes in the machine's order but {@code const char *}, which the
 * native side turns into a string, and the controls that only act, which have no value.
 */
enum ControlType {
    BOOL(1),
    UNSIGNED(4),
    SIZE(8),
    SIGNED_SIZE(8),
    UINT64(8),
    INT64(8),
    FIXED_POINT(4),
    TEXT(0),
    ACTION(0);

    private final int bytes;

    ControlType(int bytes) {
        this.bytes = bytes;
    }

    /** How many bytes a value takes; 0 where it isn't passed as bytes. */
    int bytes() {
        return bytes;
    }

    /** The value that the bytes hold; their number is {@link #bytes}. */
    Object decode(byte[] value) {
        ByteBuffer buffer = ByteBuffer.wrap(value).order(ByteOrder.nativeOrder());
        return switch (this) {
            case BOOL -> buffer.get() != 0;
            case UNSIGNED -> Integer.toUnsignedLong(buffer.getInt());
            case SIZE, SIGNED_SIZE, UINT64, INT64 -> buffer.getLong();
            // All bits set is jemalloc's "none", which its own configuration writes as -1.
            case FIXED_POINT -> buffer.getInt(0) == -1 ? -1.0 : Integer.toUnsignedLong(buffer.getInt(0)) / 65536.0;
            case TEXT, ACTION -> throw new IllegalStateException("No bytes to decode");
        };
    }

    /** The bytes that hold a value. */
    byte[] encode(@Nullable Object value) {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
        if (value instanceof Boolean flag) {
            buffer.put((byte) (flag ? 1 : 0));
        } else if (value instanceof Long number && this == UNSIGNED) {
            if (number < 0 || number > 0xFFFF_FFFFL) {
                throw new IllegalArgumentException("An unsigned control holds 0 to 4294967295, not " + number);
            }
            buffer.putInt((int) (long) number);
        } else if (value instanceof Long number) {
            buffer.putLong(number);
        } else {
            throw new IllegalStateException("No bytes to encode");
        }
        return buffer.array();
    }
}
