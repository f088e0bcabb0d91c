package io.jemscope.httpd;

import java.util.Locale;
import java.util.Map;

/** The host and port of a request: the Host header, or a target such as {@code http://host:port/path}. */
final class Authority {

    private static final String HTTP = "http://";
    private static final String HTTPS = "https://";

    private Authority() {}

    /**
     * Takes scheme and authority off a target in absolute form. The authority replaces the Host header, whatever that says (RFC
     * 9112, section 3.2.2), so the guard checks the one that was meant.
     *
     * @param secure whether the request came over TLS
     * @return path and query; the path begins with a slash
     */
    static String strip(String target, boolean secure, Map<String, String> headers) throws ApiException {
        String lower = target.toLowerCase(Locale.ROOT);
        String scheme = lower.startsWith(HTTP) ? HTTP : HTTPS;
        if (!lower.startsWith(scheme)) {
            throw HeadParser.bad("the target is neither a path nor an http or https address");
        }
        int end = scheme.length();
        while (end < target.length() && target.charAt(end) != '/' && target.charAt(end) != '?') {
            end++;
        }
        String authority = target.substring(scheme.length(), end);
        if (!isValid(authority)) {
            throw HeadParser.bad("the target's host is not a host with or without a port");
        }
        if (scheme.equals(HTTPS) != secure) {
            throw new ApiException(
                    421,
                    "The request came to the wrong place",
                    "the target is an " + scheme + " address and the connection is " + (secure ? "" : "not ")
                            + "encrypted",
                    "Use an address that begins with " + (secure ? HTTPS : HTTP) + ".");
        }
        headers.put("host", authority);
        String rest = target.substring(end);
        return rest.startsWith("/") ? rest : "/" + rest;
    }

    /** Whether it is a host, not empty, and perhaps a port (RFC 3986, section 3.2, without a user's name). */
    static boolean isValid(String authority) {
        int hostEnd = authority.startsWith("[") ? authority.indexOf(']') + 1 : end(authority);
        boolean isHost = authority.startsWith("[")
                ? hostEnd > 2 && consistsOf(authority.substring(1, hostEnd - 1), "-._~!$&'()*+,;=:")
                : hostEnd > 0 && consistsOf(authority.substring(0, hostEnd), "-._~!$&'()*+,;=%");
        return isHost && isPort(authority.substring(hostEnd));
    }

    private static int end(String authority) {
        int colon = authority.indexOf(':');
        return colon < 0 ? authority.length() : colon;
    }

    /** Nothing, or a colon and digits; none at all is the scheme's own port. */
    private static boolean isPort(String text) {
        for (int i = 1; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return text.isEmpty() || text.charAt(0) == ':';
    }

    private static boolean consistsOf(String text, String marks) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (!letter && !(c >= '0' && c <= '9') && marks.indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }
}
