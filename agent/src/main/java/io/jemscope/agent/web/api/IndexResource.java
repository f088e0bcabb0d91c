package io.jemscope.agent.web.api;

import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;

/** {@code GET /}: says what answers here, and names the addresses and commands to go on with. */
public record IndexResource(long pid) implements Handler {

    @Override
    public Response answer(Request request) throws ApiException {
        request.allowParameters();
        return Response.text(
                200,
                "text/plain; charset=utf-8",
                "This is the Jemscope agent of process " + pid + ".\n\n"
                        + "GET /api/v1/state   the process, its allocator, sampling and memory, as JSON\n"
                        + "GET /api/v1/memory  where its resident memory (RSS) lies, as JSON\n"
                        + "GET /help           all addresses; /help/ADDRESS explains one\n\n"
                        + "From a shell on the same machine:\n"
                        + "  jemscope top " + pid
                        + "                   which lines hold native memory, and which grow\n"
                        + "  jemscope memory " + pid + "                where its RSS lies\n"
                        + "  jemscope start " + pid
                        + " --duration 30s  samples it for 30 seconds and prints a report\n");
    }
}
