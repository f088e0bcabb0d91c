package io.jemscope.agent.web.api;

import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.Events;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonObjectBody;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;

/**
 * {@code POST /api/v1/purges}: has the allocator give unused pages back. What it brings tells a leak from pages that
 * jemalloc merely keeps: resident memory that goes is no leak. What threads keep in their caches isn't given back: a thread
 * can empty its own alone, and ours hold next to nothing. While a dump is made it waits, in its turn: jemalloc holds the
 * figures back then.
 */
record PurgeResource(Allocator allocator, DumpStore dumps, Events events) implements Handler {

    /** The index that stands for all arenas: {@code MALLCTL_ARENAS_ALL}. */
    private static final String ALL_ARENAS = "arena.4096.";

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException, IOException {
        request.allowParameters();
        String action = action(request);
        long before;
        long after;
        dumps.between().lock();
        try {
            before = allocator.memory().residentBytes();
            allocator.run(Control.action(ALL_ARENAS + action));
            after = allocator.memory().residentBytes();
        } catch (AllocatorException e) {
            events.record(EventKind.REFUSAL, e.what() + ": " + e.why());
            throw e;
        } finally {
            dumps.between().unlock();
        }
        events.record(EventKind.PURGE, action + ": resident memory went from " + before + " to " + after + " bytes");
        JsonText json = new JsonText();
        json.beginObject();
        json.name("action").value(action);
        json.name("residentBefore").value(before);
        json.name("residentAfter").value(after);
        json.endObject();
        return Response.json(200, json);
    }

    /** What jemalloc calls it, too: all unused pages at once, or what is due by the decay times. */
    private static String action(Request request) throws ApiException {
        String action = JsonObjectBody.of(request, "action").text("action").orElse("purge");
        if (!action.equals("purge") && !action.equals("decay")) {
            throw new ApiException(
                    400,
                    "There is no such action",
                    "the actions are purge and decay",
                    "Send {\"action\":\"purge\"} or {\"action\":\"decay\"}.");
        }
        return action;
    }
}
