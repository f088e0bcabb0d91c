package io.jemscope.agent.web;

import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;
import java.io.InputStream;

/**
 * {@code GET /page} and the files that it loads: the page for browsers. The files hold no data of the process, so they need no token; the
 * page sends the token with each of its requests for data.
 */
final class PageFiles implements Handler {

    /** The page's address. */
    static final String PAGE = "/page";

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            + "img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        request.allowParameters();
        String file = request.path().equals(PAGE) ? "page.html" : request.segment("file");
        String type = switch (file) {
            case "page.html" -> "text/html; charset=utf-8";
            case "page.css" -> "text/css; charset=utf-8";
            case "page.js", "vendor.js" -> "text/javascript; charset=utf-8";
            default ->
                throw new ApiException(
                        404, "The page has no file " + file, "it has page.css, page.js and vendor.js", "Open /page.");
        };
        try (InputStream in = PageFiles.class.getResourceAsStream("/io/jemscope/web/" + file)) {
            if (in == null) {
                throw new IOException("the agent's jars have no " + file);
            }
            return Response.bytes(200, type, in.readAllBytes())
                    .with("Content-Security-Policy", POLICY)
                    .with("Referrer-Policy", "no-referrer");
        }
    }
}
