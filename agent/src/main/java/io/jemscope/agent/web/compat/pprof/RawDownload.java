package io.jemscope.agent.web.compat.pprof;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.dumps.OpenHeap;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.BacktraceHook;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * {@code GET /pprof/heap}: a dump of this moment as jemalloc writes it, but for {@link CallerMarks} and births. {@link SymbolLookup}
 * has its names.
 *
 * @param dumps makes the dump
 * @param hook knows whether any stack can need a mark
 * @param limiter how often
 */
record RawDownload(DumpStore dumps, BacktraceHook hook, RoleRateLimiter limiter) implements Handler {

    /** Counts the stacks sampled so far that have nothing before their Java frames. */
    private static final String JAVA_FIRST = "samples.java.first";

    @Override
    public void check(Request request) throws ApiException {
        request.allowParameters();
        limiter.take(request.caller(), "No dump was made");
    }

    @Override
    public Response answer(Request request) throws AllocatorException, IOException {
        OpenHeap heap = dumps.openHeap();
        try {
            return send(heap.content()).with("Content-Disposition", "attachment; filename=\"" + heap.id() + ".heap\"");
        } catch (IOException | RuntimeException | Error e) {
            heap.content().close();
            throw e;
        }
    }

    /** Most programs' dumps need no mark: these are read once, not twice. */
    private Response send(FileChannel dump) throws IOException {
        // Asked for after the dump: a stack is counted before it can be in one.
        Long javaFirst = hook.counters().byName().get(JAVA_FIRST);
        long marks = javaFirst != null && javaFirst == 0 ? 0 : CallerMarks.count(dump);
        MarkedDump marked = new MarkedDump(dump, marks);
        return Response.stream("application/octet-stream", marked, marked.length());
    }
}
