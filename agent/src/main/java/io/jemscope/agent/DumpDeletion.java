package io.jemscope.agent;

import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import java.io.IOException;
import java.util.Optional;

/** {@code DELETE /api/v1/dumps/{id}}: removes a dump and what was made of it. */
final class DumpDeletion implements Handler {

    private final DumpStore dumps;

    DumpDeletion(DumpStore dumps) {
        this.dumps = dumps;
    }

    @Override
    public Response answer(Request request) throws Problem {
        request.allowParameters();
        Optional<Dump> dump = dumps.find(request.segment("id"));
        if (dump.isEmpty()) {
            throw DumpDownload.absent();
        }
        if (!delete(dump.get())) {
            throw new Problem(
                    409, "The dump isn't removed", "a run that isn't over needs it", "Stop the run, and try again.");
        }
        return Response.nothing();
    }

    private boolean delete(Dump dump) throws Problem {
        try {
            return dumps.delete(dump);
        } catch (IOException e) {
            throw new Problem(
                    507, "The dump isn't removed", "the file system refuses", "Mend its folder, or remove it by hand.");
        }
    }
}
