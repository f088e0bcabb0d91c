package io.jemscope.httpd;

import java.util.Locale;

/** How long a request's body is (RFC 9112, section 6). */
final class BodyLength {

    private BodyLength() {}

    /** The length that the head declares, checked. */
    static int of(RequestHead head, Limits limits) throws ApiException {
        String coding = head.headers().get("transfer-encoding");
        String length = head.headers().get("content-length");
        if (coding != null) {
            throw coded(coding.toLowerCase(Locale.ROOT), length != null);
        }
        int bytes = length == null ? 0 : number(length, limits.bodyBytes());
        if (bytes > 0 && !takesBody(head.method())) {
            throw new ApiException(
                    413,
                    "The request has a body",
                    head.method() + " requests take none here",
                    "Send the request without a body and without a Content-Length.");
        }
        if (bytes > limits.bodyBytes()) {
            throw new ApiException(
                    413, "The body is too long", "at most " + limits.bodyBytes() + " bytes are accepted", "Send less.");
        }
        return bytes;
    }

    /** The number, or one more than {@code most}. Lists of equal numbers are refused (RFC 9110, section 8.6, allows either). */
    private static int number(String text, int most) throws ApiException {
        int number = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                throw badLength();
            }
            // Stays above the limit once it is there, however many digits follow.
            number = Math.min(number * 10 + digit, most + 1);
        }
        if (text.isEmpty()) {
            throw badLength();
        }
        return number;
    }

    /** Why a body with a transfer coding isn't read: none is implemented. */
    private static ApiException coded(String coding, boolean hasLength) {
        if (hasLength) {
            return HeadParser.bad("it has both a Transfer-Encoding and a Content-Length");
        }
        int comma = coding.lastIndexOf(',');
        if (!coding.substring(comma + 1).strip().equals("chunked")) {
            return HeadParser.bad("the last transfer coding isn't chunked, so the end of the body is unknown");
        }
        if (comma >= 0) {
            return new ApiException(
                    501,
                    "The body can't be read",
                    "no transfer coding but chunked is known",
                    "Send it with a Content-Length and without a Transfer-Encoding.");
        }
        return new ApiException(
                411,
                "The body can't be read",
                "it comes in chunks and doesn't declare its length",
                "Send it with a Content-Length.");
    }

    /**
     * Only these methods give a body a meaning (RFC 9110, section 9.3). For any other, the server would wait for a body that
     * no route reads.
     */
    private static boolean takesBody(String method) {
        return method.equals("POST") || method.equals("PUT") || method.equals("PATCH");
    }

    private static ApiException badLength() {
        return new ApiException(
                400,
                "The request can't be read",
                "its Content-Length is not a number",
                "Send the body's length in bytes, in digits.");
    }
}
