package io.jemscope.httpd;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Parses a request line and header fields (RFC 9112, sections 2, 3 and 5). Where the RFC lets a server be lenient, this one is
 * strict: two parsers that read one request in two ways are how requests are smuggled.
 */
final class HeadParser {

    private static final String NEXT = "Send a request that follows RFC 9112.";

    private static final int CR = '\r';
    private static final int LF = '\n';

    private HeadParser() {}

    /** Where the request line begins: empty lines before it are skipped (section 2.2). */
    static int start(byte[] bytes, int length) {
        int start = 0;
        while (start + 1 < length && bytes[start] == CR && bytes[start + 1] == LF) {
            start += 2;
        }
        return start;
    }

    /** The index after the empty line that ends the head; -1 while the head is incomplete. */
    static int end(byte[] bytes, int length) {
        for (int i = start(bytes, length) + 3; i < length; i++) {
            if (bytes[i] == LF && bytes[i - 1] == CR && bytes[i - 2] == LF && bytes[i - 3] == CR) {
                return i + 1;
            }
        }
        return -1;
    }

    /** Whether the request line is complete. */
    static boolean hasRequestLine(byte[] bytes, int length) {
        for (int i = start(bytes, length) + 1; i < length; i++) {
            if (bytes[i] == LF && bytes[i - 1] == CR) {
                return true;
            }
        }
        return false;
    }

    /** Whether this is a HEAD request, as far as its first bytes show. */
    static boolean isHead(byte[] bytes, int length) {
        int start = start(bytes, length);
        return new String(bytes, start, Math.min(5, length - start), StandardCharsets.ISO_8859_1).equals("HEAD ");
    }

    /**
     * Parses the head in the first {@code end} bytes.
     *
     * @param secure whether it came over TLS
     */
    static RequestHead parse(byte[] bytes, int end, boolean secure) throws ApiException {
        int start = start(bytes, end);
        // Without the empty line at the end: each line, the request line too, ends in CR LF.
        String text = new String(bytes, start, end - start - 2, StandardCharsets.ISO_8859_1);
        int lineEnd = text.indexOf("\r\n");
        String line = text.substring(0, lineEnd);
        int first = line.indexOf(' ');
        int last = line.lastIndexOf(' ');
        if (first <= 0 || last <= first + 1 || line.indexOf(' ', first + 1) != last) {
            throw bad("the request line is not a method, a target and a version");
        }
        boolean old = isOld(line.substring(last + 1));
        String method = method(line.substring(0, first));
        Map<String, String> headers = headers(text, lineEnd + 2);
        String target = line.substring(first + 1, last);
        if (!isVisible(target) || target.indexOf('#') >= 0) {
            throw bad("the target is not a path");
        }
        checkHost(headers, old);
        if (target.charAt(0) != '/') {
            target = Authority.strip(target, secure, headers);
        }
        checkVersion(headers, old);
        int mark = target.indexOf('?');
        return new RequestHead(
                method,
                mark < 0 ? target : target.substring(0, mark),
                mark < 0 ? "" : target.substring(mark + 1),
                headers);
    }

    /** Whether the version is HTTP/1.0. A later minor version than 1.1 is read as 1.1 (RFC 9110, section 2.5). */
    private static boolean isOld(String version) throws ApiException {
        if (version.length() != 8
                || !version.startsWith("HTTP/")
                || !isDigit(version.charAt(5))
                || version.charAt(6) != '.'
                || !isDigit(version.charAt(7))) {
            throw bad("the request line doesn't end in a version");
        }
        if (version.charAt(5) != '1') {
            throw new ApiException(505, "The request can't be read", version + " isn't supported", "Use HTTP/1.1.");
        }
        return version.charAt(7) == '0';
    }

    private static String method(String method) throws ApiException {
        if (!isToken(method)) {
            throw bad("the method has characters that no method has");
        }
        return switch (method) {
            case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE" -> method;
            default ->
                throw new ApiException(
                        501,
                        "The method isn't implemented",
                        "this server implements GET, HEAD, POST, PUT, PATCH and DELETE",
                        "Use one of these.");
        };
    }

    private static Map<String, String> headers(String text, int start) throws ApiException {
        Map<String, String> headers = new HashMap<>();
        int at = start;
        while (at < text.length()) {
            int end = text.indexOf("\r\n", at);
            int colon = text.indexOf(':', at);
            if (colon < 0 || colon > end || !isToken(text.substring(at, colon))) {
                throw bad("a header is not a name, a colon and a value");
            }
            String name = text.substring(at, colon).toLowerCase(Locale.ROOT);
            String value = trim(text, colon + 1, end);
            if (!isText(value)) {
                throw bad("the header " + name + " has control characters");
            }
            String before = headers.get(name);
            if (before != null && isSingle(name)) {
                throw bad("the header " + name + " is there twice");
            }
            // The lines of a list are one list (RFC 9110, section 5.3).
            headers.put(name, before == null ? value : before + ", " + value);
            at = end + 2;
        }
        return headers;
    }

    /** Without optional whitespace, which is space and tab and nothing else (RFC 9110, section 5.6.3). */
    private static String trim(String text, int start, int end) {
        int from = start;
        int to = end;
        while (from < to && isBlank(text.charAt(from))) {
            from++;
        }
        while (from < to && isBlank(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    private static boolean isSingle(String name) {
        return switch (name) {
            case "host", "content-length", "authorization", "origin" -> true;
            default -> false;
        };
    }

    private static void checkHost(Map<String, String> headers, boolean old) throws ApiException {
        String host = headers.get("host");
        if (host == null && !old) {
            throw bad("it has no Host header");
        }
        if (host != null && !Authority.isValid(host)) {
            throw bad("the Host header is not a host with or without a port");
        }
    }

    /** What HTTP/1.0 doesn't have (RFC 9112, section 6.1, and RFC 9110, section 10.1.1). */
    private static void checkVersion(Map<String, String> headers, boolean old) throws ApiException {
        if (old) {
            if (headers.containsKey("transfer-encoding")) {
                throw bad("HTTP/1.0 has no Transfer-Encoding");
            }
            headers.remove("expect");
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c >= 127 || "\"(),/:;<=>?@[\\]{}".indexOf(c) >= 0) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static boolean isVisible(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) <= ' ' || text.charAt(i) >= 127) {
                return false;
            }
        }
        return true;
    }

    private static boolean isText(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < ' ' && c != '\t') || c == 127) {
                return false;
            }
        }
        return true;
    }

    static ApiException bad(String why) {
        return new ApiException(400, "The request can't be read", why, NEXT);
    }
}
