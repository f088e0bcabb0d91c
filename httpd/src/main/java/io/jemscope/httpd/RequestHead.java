package io.jemscope.httpd;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request without its body.
 *
 * @param method the method, such as {@code GET}
 * @param path the path as it was sent, percent signs and all; begins with a slash
 * @param query what stands behind the question mark, as it was sent; empty where there is none
 * @param headers the headers by name in lower case
 */
public record RequestHead(String method, String path, String query, Map<String, String> headers) {

    /**
     * A header.
     *
     * @param name its name, in any case
     * @return its value without the blanks around it
     */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }
}
