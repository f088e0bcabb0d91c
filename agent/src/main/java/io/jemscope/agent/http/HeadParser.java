package io.jemscope.agent.http;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Reads a request line and headers (RFC 9112, sections 3 and 5). Strict where leniency has let requests be smuggled:
 * lines end in CR LF, no header is folded, none that decides something may come twice.
 */
final class HeadParser {

    private static final String NEXT = "Send a request as RFC 9112 has it.";

    private HeadParser() {}

    /** Where the head ends, behind its empty line; -1 where it isn't whole yet. */
    static int end(byte[] bytes, int length) {
        for (int i = 3; i < length; i++) {
            if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n' && bytes[i - 3] == '\r') {
                return i + 1;
            }
        }
        return -1;
    }

    /** Reads the head in the first {@code end} bytes. */
    static RequestHead parse(byte[] bytes, int end) throws Problem {
        String text = new String(bytes, 0, end - 2, StandardCharsets.ISO_8859_1);
        int lineEnd = text.indexOf("\r\n");
        String line = text.substring(0, lineEnd);
        int first = line.indexOf(' ');
        int last = line.lastIndexOf(' ');
        if (first <= 0 || last <= first + 1 || line.indexOf(' ', first + 1) != last) {
            throw bad("the request line is not a method, a target and a version");
        }
        String version = line.substring(last + 1);
        if (!version.startsWith("HTTP/")) {
            throw bad("the request line doesn't end in a version");
        }
        if (!version.equals("HTTP/1.1") && !version.equals("HTTP/1.0")) {
            throw new Problem(505, "The request can't be read", "it isn't HTTP/1.1", "Ask by HTTP/1.1.");
        }
        String method = line.substring(0, first);
        String target = line.substring(first + 1, last);
        if (!isToken(method)) {
            throw bad("the method has characters that no method has");
        }
        if (target.charAt(0) != '/' || !isVisible(target) || target.indexOf('#') >= 0) {
            throw bad("the target is not a path");
        }
        int mark = target.indexOf('?');
        return new RequestHead(
                method,
                mark < 0 ? target : target.substring(0, mark),
                mark < 0 ? "" : target.substring(mark + 1),
                headers(text, lineEnd + 2));
    }

    private static Map<String, String> headers(String text, int start) throws Problem {
        Map<String, String> headers = new HashMap<>();
        int at = start;
        while (at < text.length()) {
            int end = text.indexOf("\r\n", at);
            int colon = text.indexOf(':', at);
            if (colon < 0 || colon > end || !isToken(text.substring(at, colon))) {
                throw bad("a header is not a name, a colon and a value");
            }
            String name = text.substring(at, colon).toLowerCase(Locale.ROOT);
            String value = text.substring(colon + 1, end).strip();
            if (!isText(value)) {
                throw bad("the header " + name + " has control characters");
            }
            if (headers.putIfAbsent(name, value) != null && isSingle(name)) {
                throw bad("the header " + name + " is there twice");
            }
            at = end + 2;
        }
        return headers;
    }

    private static boolean isSingle(String name) {
        return switch (name) {
            case "host", "content-length", "transfer-encoding", "authorization", "origin", "expect" -> true;
            default -> false;
        };
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

    private static Problem bad(String why) {
        return new Problem(400, "The request can't be read", why, NEXT);
    }
}
