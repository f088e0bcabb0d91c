package io.jemscope.agent.pprof;

import io.jemscope.agent.aside.AsideDumps;
import io.jemscope.agent.aside.OpenHeap;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.http.CallerThrottle;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.allocator.BacktraceHook;
import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * {@code GET /pprof/heap}: a dump of this moment as jemalloc writes it, but for {@link CallerMarks}. Its names are told by
 * {@link SymbolLookup}.
 */
public final class RawDownload implements Handler {

    /** Counts the stacks sampled so far that have nothing before their Java frames. */
    private static final String JAVA_FIRST = "samples.java.first";

    private final AsideDumps dumps;
    private final BacktraceHook hook;
    private final CallerThrottle throttle;

    /**
     * Makes what answers.
     *
     * @param dumps makes the dump
     * @param hook knows whether any stack can need a mark
     * @param throttle how often
     */
    public RawDownload(DumpStore dumps, BacktraceHook hook, CallerThrottle throttle) {
        this.dumps = new AsideDumps(dumps);
        this.hook = hook;
        this.throttle = throttle;
    }

    @Override
    public void check(Request request) throws Problem {
        request.allowParameters();
        throttle.take(request.caller(), "No dump was made");
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
        OpenHeap heap = dumps.openHeap();
        try {
            return send(heap.content()).with("Content-Disposition", "attachment; filename=\"" + heap.id() + ".heap\"");
        } catch (IOException | RuntimeException | Error e) {
            heap.content().close();
            throw e;
        }
    }

    /** Most programs' dumps need no mark: the kernel sends them, and nobody reads them here. */
    private Response send(FileChannel dump) throws IOException {
        // Asked for after the dump: a stack is counted before it can be in one.
        Long javaFirst = hook.counters().byName().get(JAVA_FIRST);
        long marks = javaFirst != null && javaFirst == 0 ? 0 : CallerMarks.count(dump);
        if (marks == 0) {
            return Response.file("application/octet-stream", dump);
        }
        MarkedDump marked = new MarkedDump(dump, marks);
        return Response.stream("application/octet-stream", marked, marked.length());
    }
}
