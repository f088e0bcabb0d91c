package io.jemscope.allocator;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The C type of a control's value. Values are passed as bytes in native order, except for {@code const char *}, which the native
 * library converts to a string, and actions, which have no value.
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

    /** The length of a value; 0 if it isn't passed as bytes. */
    int bytes() {
        return bytes;
    }

    /** Decodes a value from {@link #bytes} bytes. */
    Object decode(byte[] value) {
        ByteBuffer buffer = ByteBuffer.wrap(value).order(ByteOrder.nativeOrder());
        return switch (this) {
            case BOOL -> buffer.get() != 0;
            case UNSIGNED -> Integer.toUnsignedLong(buffer.getInt());
            case SIZE, SIGNED_SIZE, UINT64, INT64 -> buffer.getLong();
            // All bits set is jemalloc's "none", which MALLOC_CONF writes as -1.
            case FIXED_POINT -> buffer.getInt(0) == -1 ? -1.0 : Integer.toUnsignedLong(buffer.getInt(0)) / 65536.0;
            case TEXT, ACTION -> throw new IllegalStateException("No bytes to decode");
        };
    }

    /** Encodes a value. */
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
