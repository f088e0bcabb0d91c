package io.jemscope.profile;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every JDK has. */
public final class Sha256 {

    private Sha256() {}

    /** The 32 bytes of the hash of all parts together. */
    public static byte[] of(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The hash in hexadecimal, in lower case. */
    public static String hex(byte[] content) {
        return HexFormat.of().formatHex(of(content));
    }
}
