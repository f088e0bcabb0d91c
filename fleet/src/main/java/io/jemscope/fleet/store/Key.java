package io.jemscope.fleet.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/** The key of a row: the first half of the SHA-256 of two texts. A database compares 16 bytes faster than the texts. */
public final class Key {

    private Key() {}

    public static UUID of(String first, String second) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] bytes = first.getBytes(StandardCharsets.UTF_8);
            // The length keeps "ab", "c" apart from "a", "bc".
            digest.update(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
            digest.update(bytes);
            ByteBuffer hash = ByteBuffer.wrap(digest.digest(second.getBytes(StandardCharsets.UTF_8)));
            return new UUID(hash.getLong(), hash.getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
