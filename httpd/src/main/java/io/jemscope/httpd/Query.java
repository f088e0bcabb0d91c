package io.jemscope.httpd;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringTokenizer;

/** Takes percent signs and parameters apart. */
final class Query {

    private Query() {}

    /** The parameters by name, in their order. */
    static Map<String, String> parse(String query) throws ApiException {
        Map<String, String> parameters = new LinkedHashMap<>();
        StringTokenizer pairs = new StringTokenizer(query, "&");
        while (pairs.hasMoreTokens()) {
            String pair = pairs.nextToken();
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            if (parameters.putIfAbsent(name, equals < 0 ? "" : decode(pair.substring(equals + 1))) != null) {
                throw new ApiException(
                        400, "The address can't be read", "the parameter " + name + " is there twice", "Send it once.");
            }
        }
        return parameters;
    }

    /** A part of a path: like {@link #decode}, but a plus is a plus there. */
    static String decodeSegment(String text) throws ApiException {
        return decode(text.replace("+", "%2B"));
    }

    private static String decode(String text) throws ApiException {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new ApiException(
                    400,
                    "The address can't be read",
                    "a percent sign isn't followed by two digits",
                    "Encode it as %25.");
        }
    }
}
