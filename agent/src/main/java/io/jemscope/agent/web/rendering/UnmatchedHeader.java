package io.jemscope.agent.web.rendering;

import io.jemscope.httpd.Response;

/** The header that names what was asked for and found nothing, since a misspelling looks like a program that holds nothing. */
public final class UnmatchedHeader {

    private static final String NAME = "Jemscope-Unmatched";

    private UnmatchedHeader() {}

    /**
     * Adds it where there is something to name.
     *
     * @param response the answer that sends the rendering
     * @param rendering what is sent
     * @return the answer
     */
    public static Response addTo(Response response, Rendering rendering) {
        return rendering.unmatched().isEmpty()
                ? response
                : response.with(NAME, String.join(", ", rendering.unmatched()));
    }
}
