package io.jemscope.agent.pprof;

import io.jemscope.agent.aside.AsideDumps;
import io.jemscope.agent.aside.OpenHeap;
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

    private final AsideDumps dumps;

    /**
     * Makes what answers.
     *
     * @param dumps makes the dump
     */
    public RawDownload(DumpStore dumps) {
        this.dumps = new AsideDumps(dumps);
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
        request.allowParameters();
        OpenHeap heap = dumps.openHeap();
        try {
            return send(heap.content())
                    .with("Content-Disposition", "attachment; filename=\"" + heap.id() + ".heap\"");
        } catch (IOException | RuntimeException | Error e) {
            heap.content().close();
            throw e;
        }
    }

    /** Most programs' dumps need no mark: the kernel sends them, and nobody copies them. */
    private static Response send(FileChannel dump) throws IOException {
        long marks = CallerMarks.count(dump);
        if (marks == 0) {
            return Response.file("application/octet-stream", dump);
        }
        MarkedDump marked = new MarkedDump(dump, marks);
        return Response.stream("application/octet-stream", marked, marked.length());
    }
}
