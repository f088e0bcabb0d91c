package io.jemscope.symbols.elf;

import io.jemscope.profile.BuildId;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Finds the build id in the notes of a {@code PT_NOTE} segment or {@code SHT_NOTE} section. */
final class Notes {

    private static final int HEADER_BYTES = 12;
    private static final int BUILD_ID = 3;
    // "GNU" and its NUL, read little-endian.
    private static final int GNU = 'U' << 16 | 'N' << 8 | 'G';
    // Usually 16 or 20 (MD5, SHA-1).
    private static final int MAX_ID_BYTES = 64;

    private Notes() {}

    static @Nullable BuildId buildId(ByteBuffer notes) {
        long at = 0;
        while (at + HEADER_BYTES <= notes.limit()) {
            int header = (int) at;
            long nameBytes = Integer.toUnsignedLong(notes.getInt(header));
            long contentBytes = Integer.toUnsignedLong(notes.getInt(header + 4));
            long content = at + HEADER_BYTES + padded(nameBytes);
            if (content + contentBytes > notes.limit()) {
                return null;
            }
            boolean gnu = nameBytes == 4 && notes.getInt(header + HEADER_BYTES) == GNU;
            if (gnu && notes.getInt(header + 8) == BUILD_ID && contentBytes > 0 && contentBytes <= MAX_ID_BYTES) {
                return new BuildId(hex(notes, (int) content, (int) contentBytes));
            }
            at = content + padded(contentBytes);
        }
        return null;
    }

    // In practice notes are padded to 4 bytes, with any alignment of the segment.
    private static long padded(long bytes) {
        return (bytes + 3) & ~3L;
    }

    static String hex(ByteBuffer bytes, int offset, int length) {
        StringBuilder hex = new StringBuilder(2 * length);
        for (int at = offset; at < offset + length; at++) {
            hex.append(Character.forDigit(bytes.get(at) >> 4 & 0xf, 16));
            hex.append(Character.forDigit(bytes.get(at) & 0xf, 16));
        }
        return hex.toString();
    }
}
