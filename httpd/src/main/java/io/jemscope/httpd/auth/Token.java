package io.jemscope.httpd.auth;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;

/** What a caller must know. */
public final class Token {

    private static final int BYTES = 32;

    private final String text;

    /**
     * A token that is known already.
     *
     * @param text its text, in US-ASCII
     */
    public Token(String text) {
        this.text = text;
    }

    /**
     * Makes a new one: 256 random bits, as 43 characters of URL-safe Base64. The bits come from the kernel directly: {@link java.security.SecureRandom} would set up the
     * program's security providers before the program does.
     *
     * @throws IOException where the system gives no random bits
     */
    public static Token random() throws IOException {
        try (InputStream random = Files.newInputStream(Path.of("/dev/urandom"))) {
            byte[] bytes = random.readNBytes(BYTES);
            if (bytes.length != BYTES) {
                throw new IOException("/dev/urandom gave no random bytes for the token. Repair the system's /dev.");
            }
            return new Token(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
        }
    }

    /** The token's text, for those alone who may know it. */
    public String text() {
        return text;
    }

    /**
     * Whether a text is this token; takes as long for a near miss as for a far one.
     *
     * @param other the text
     */
    public boolean is(String other) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "Token";
    }
}
