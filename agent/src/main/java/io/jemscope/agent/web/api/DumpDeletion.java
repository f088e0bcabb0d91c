package io.jemscope.agent.web.api;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;
import java.util.Optional;

/** {@code DELETE /api/v1/dumps/{id}}: removes a dump and what was made of it. */
record DumpDeletion(DumpStore dumps) implements Handler {

    @Override
    public Response answer(Request request) throws ApiException {
        request.allowParameters();
        Optional<Dump> dump = dumps.find(request.segment("id"));
        if (dump.isEmpty()) {
            throw DumpDownload.absent();
        }
        if (!delete(dump.get())) {
            throw new ApiException(
                    409, "The dump isn't removed", "a run that isn't over needs it", "Stop the run, and try again.");
        }
        return Response.nothing();
    }

    private boolean delete(Dump dump) throws ApiException {
        try {
            return dumps.delete(dump);
        } catch (IOException e) {
            throw new ApiException(
                    507,
                    "The dump isn't removed",
                    "the file system refuses",
                    "Repair its folder, or remove it by hand.");
        }
    }
}
