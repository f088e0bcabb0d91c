package io.jemscope.agent.pprof;

import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * {@code GET /pprof/heap}: a dump of this moment as jemalloc writes it, but for {@link CallerMarks}. Its names are told by
 * {@link SymbolLookup}.
 */
public final class RawDownload implements Handler {

    private final DumpStore dumps;
    private final Snapshots snapshots;

    /**
     * Makes what answers.
     *
     * @param dumps makes the dump
     */
    public RawDownload(DumpStore dumps) {
        this.dumps = dumps;
        this.snapshots = new Snapshots(dumps);
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
        request.allowParameters();
        Dump dump = snapshots.takeHeap();
        try {
            FileChannel open = CallerMarks.open(dump);
            return Response.file("application/octet-stream", open)
                    .with("Content-Disposition", "attachment; filename=\"" + dump.id() + ".heap\"");
        } finally {
            // What is open can be read to its end without its name.
            dumps.removeAside(dump);
        }
    }
}
