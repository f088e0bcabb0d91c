package io.jemscope.fleet.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Reads and checks tokens. Messages never have the token itself. */
public final class Token {

    /** Those of Kubernetes have one or two KiB. */
    private static final int MOST_BYTES = 16 << 10;

    private Token() {}

    /**
     * Reads a token.
     *
     * @param file the file; null for no token
     */
    public static String read(@Nullable Path file) throws IOException {
        if (file == null) {
            return "";
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException("the token file " + file + " is larger than " + (MOST_BYTES >> 10) + " KiB");
            }
            // Each byte is a character, so that those that aren't ASCII are refused below.
            String token = new String(bytes, StandardCharsets.ISO_8859_1).strip();
            if (token.isEmpty()) {
                throw new IOException("the token file " + file + " is empty. Write the token into it");
            }
            return checked(token, "the token file " + file);
        }
    }

    /** Whether a token or other credentials, if there are any, can be sent there: encrypted, or on this machine. */
    public static boolean isSafe(String credentials, URI address) {
        String host = String.valueOf(address.getHost());
        return credentials.isEmpty()
                || "https".equals(address.getScheme())
                || host.equals("localhost")
                || host.equals("[::1]")
                || host.matches("127\\.[0-9]+\\.[0-9]+\\.[0-9]+");
    }

    /**
     * The header {@code Authorization} with a credential.
     *
     * @param credentials a token, or {@code user:password}
     */
    public static String authorization(String credentials) {
        return credentials.contains(":")
                ? "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8))
                : "Bearer " + credentials;
    }

    /**
     * Checks that a token can be sent in a header: the JDK would refuse it later, with the token in its message.
     *
     * @param what where it comes from, for the message
     */
    public static String checked(String token, String what) throws IOException {
        if (!token.chars().allMatch(each -> each >= ' ' && each <= '~')) {
            throw new IOException(what + " isn't one line of ASCII, as tokens are");
        }
        return token;
    }
}
