package io.jemscope.agent.memory;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.Events;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.JsonObjectBody;
import io.jemscope.agent.http.JsonText;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.refusal.Refusals;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import java.io.IOException;

/**
 * {@code POST /api/v1/purges}: has the allocator give unused pages back. What it brings tells a leak from pages that
 * jemalloc merely keeps: resident memory that goes is no leak. What threads keep in their caches isn't given back: a thread
 * can empty its own alone, and ours hold next to nothing. While a dump is made it waits, in its turn: jemalloc holds the
 * figures back then.
 */
final class PurgeResource implements Handler {

    /** The index that stands for all arenas: {@code MALLCTL_ARENAS_ALL}. */
    private static final String ALL_ARENAS = "arena.4096.";

    private final Allocator allocator;
    private final DumpStore dumps;
    private final Events events;

    PurgeResource(Allocator allocator, DumpStore dumps, Events events) {
        this.allocator = allocator;
        this.dumps = dumps;
        this.events = events;
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
        request.allowParameters();
        Upkeep upkeep = upkeep(request);
        long before;
        long after;
        dumps.awaitReading();
        try {
            before = allocator.memory().residentBytes();
            allocator.run(control(upkeep));
            after = allocator.memory().residentBytes();
        } catch (AllocatorException e) {
            events.record(EventKind.REFUSAL, e.what() + ": " + e.why());
            throw Refusals.of(e);
        } finally {
            dumps.endReading();
        }
        events.record(
                EventKind.PURGE, upkeep.word() + ": resident memory went from " + before + " to " + after + " bytes");
        JsonText text = new JsonText();
        JsonWriter json = text.writer();
        json.beginObject();
        json.name("action").value(upkeep.word());
        json.name("residentBefore").value(before);
        json.name("residentAfter").value(after);
        json.endObject();
        return Response.json(200, text);
    }

    private static Control<Void> control(Upkeep upkeep) {
        return switch (upkeep) {
            case PURGE -> Control.action(ALL_ARENAS + "purge");
            case DECAY -> Control.action(ALL_ARENAS + "decay");
        };
    }

    private static Upkeep upkeep(Request request) throws Problem {
        String action = JsonObjectBody.of(request, "action").text("action").orElse(Upkeep.PURGE.word());
        for (Upkeep upkeep : Upkeep.values()) {
            if (upkeep.word().equals(action)) {
                return upkeep;
            }
        }
        throw new Problem(
                400,
                "There is no such action",
                "the actions are purge and decay",
                "Send {\"action\":\"purge\"} or {\"action\":\"decay\"}.");
    }
}
