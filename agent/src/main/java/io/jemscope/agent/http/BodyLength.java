package io.jemscope.agent.http;

/** How long a request's body is going to be. */
final class BodyLength {

    private BodyLength() {}

    /** The length that the head announces, checked. */
    static int of(RequestHead head, Limits limits) throws Problem {
        if (head.headers().containsKey("transfer-encoding")) {
            throw new Problem(
                    411,
                    "The body can't be read",
                    "it comes in chunks, its length not said",
                    "Send it with a Content-Length.");
        }
        String text = head.headers().getOrDefault("content-length", "0");
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                throw bad();
            }
            // Stays above the limit once it is there, however many digits follow.
            length = Math.min(length * 10 + digit, limits.bodyBytes() + 1);
        }
        if (text.isEmpty()) {
            throw bad();
        }
        if (length > 0 && !takesBody(head.method())) {
            throw new Problem(
                    413,
                    "The request has a body",
                    head.method() + " requests take none here",
                    "Send the request without a body and without a Content-Length.");
        }
        if (length > limits.bodyBytes()) {
            throw new Problem(
                    413,
                    "The body is too long",
                    "more than " + limits.bodyBytes() + " bytes aren't taken",
                    "Send less.");
        }
        return length;
    }

    /**
     * Only these methods give a body a meaning (RFC 9110, section 9.3). For any other, the server would wait for a body that
     * no route reads.
     */
    private static boolean takesBody(String method) {
        return method.equals("POST") || method.equals("PUT") || method.equals("PATCH");
    }

    private static Problem bad() {
        return new Problem(
                400,
                "The request can't be read",
                "its Content-Length is no number",
                "Send the body's length in bytes.");
    }
}
