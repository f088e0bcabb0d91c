package io.jemscope.agent.web.compat.pprof;

import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** {@code GET /debug/pprof/cmdline} and {@code /pprof/cmdline}: the program and its arguments, with NULs between them. */
record CommandLine() implements Handler {

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        request.allowParameters();
        byte[] line = Files.readAllBytes(Path.of("/proc/self/cmdline"));
        int end = line.length > 0 && line[line.length - 1] == 0 ? line.length - 1 : line.length;
        return Response.bytes(200, "text/plain; charset=utf-8", Arrays.copyOf(line, end));
    }
}
