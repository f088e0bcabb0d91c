package io.jemscope.agent.web.api;

import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;

/** {@code GET /api/v1/openapi.json}: every address, what it takes and what it answers. A test holds it to the routes. */
public final class OpenApi implements Handler {

    /** Serves repeated requests until the next collection frees it; it is too long to keep in the program's heap. */
    private static volatile WeakReference<byte[]> newest = new WeakReference<>(null);

    /** Makes the resource. */
    public OpenApi() {}

    @Override
    public Response answer(Request request) throws IOException {
        return Response.bytes(200, "application/json", document());
    }

    /** The document; not to be changed. */
    static byte[] document() throws IOException {
        byte[] known = newest.get();
        if (known != null) {
            return known;
        }
        try (InputStream document = OpenApi.class.getResourceAsStream("openapi.json")) {
            if (document == null) {
                throw new FileNotFoundException("openapi.json isn't in the agent's jar");
            }
            byte[] read = document.readAllBytes();
            newest = new WeakReference<>(read);
            return read;
        }
    }
}
