package io.jemscope.agent.help;

import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;

/** {@code GET /api/v1/openapi.json}: every address, what it takes and what it answers. A test holds it to the routes. */
public final class OpenApi implements Handler {

    /** Makes the resource. */
    public OpenApi() {}

    @Override
    public Response answer(Request request) throws IOException {
        return Response.bytes(200, "application/json", document());
    }

    /** The document, read anew each time: it is asked for too seldom to be kept in the host's memory. */
    static byte[] document() throws IOException {
        try (InputStream document = OpenApi.class.getResourceAsStream("openapi.json")) {
            if (document == null) {
                throw new FileNotFoundException("openapi.json isn't in the agent's jar");
            }
            return document.readAllBytes();
        }
    }
}
