package io.jemscope.httpd.auth;

import io.jemscope.httpd.Role;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * What lets callers in: an operating token, one that may only read, certificates.
 *
 * @param operating opens everything
 * @param reading opens what changes nothing
 * @param certificates what callers may do who have shown a certificate that we trust
 */
public record Credentials(Token operating, Token reading, Role certificates) {

    private static final String BEARER = "bearer ";
    private static final String BASIC = "basic ";

    /**
     * What an {@code Authorization} header opens: {@code Bearer} with a token (RFC 6750), or {@code Basic} with it as the
     * password and any name (RFC 7617). Takes as long for one token as for the other, and for none.
     *
     * @param header the header's value
     * @return what its sender may do; null where it is nothing of ours
     */
    @Nullable
    Role of(String header) {
        String given = secret(header);
        boolean operates = operating.is(given);
        boolean reads = reading.is(given);
        return operates ? Role.OPERATE : reads ? Role.READ : null;
    }

    /** The token in a header; what is none for one that is in no form of ours. */
    private static String secret(String header) {
        if (header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return header.substring(BEARER.length()).strip();
        }
        if (header.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return password(header.substring(BASIC.length()).strip());
        }
        return "";
    }

    private static String password(String base64) {
        try {
            String pair = new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
            return pair.substring(pair.indexOf(':') + 1);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
