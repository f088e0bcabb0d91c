package io.jemscope.agent.web.api;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.jemalloc.ChangeableControl;
import io.jemscope.agent.jemalloc.ControlChange;
import io.jemscope.agent.jemalloc.ControlException;
import io.jemscope.agent.jemalloc.ControlState;
import io.jemscope.agent.jemalloc.Controls;
import io.jemscope.agent.jemalloc.KnownControl;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonObjectBody;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/v1/controls}: GET lists jemalloc's run-time controls, PATCH changes some of them, all that are named or none.
 * While a dump is made, jemalloc may hold some of them back: then reads are refused instead of kept waiting, and a change waits in
 * its turn. Reads during a change are refused as well.
 */
record ControlsResource(Controls controls, DumpStore dumps) implements Handler {

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException, ControlException, IOException {
        request.allowParameters();
        boolean changes = request.method().equals("PATCH");
        Map<String, Object> wishes =
                changes ? JsonObjectBody.ofAnyNames(request).values() : Map.of();
        if (changes) {
            dumps.between().lock();
        } else if (!dumps.between().tryLock()) {
            throw notNow("a dump is being made, and jemalloc holds controls back until it is written");
        }
        try {
            return changes ? change(wishes, request) : list(null);
        } finally {
            dumps.between().unlock();
        }
    }

    private Response change(Map<String, Object> wishes, Request request)
            throws ApiException, AllocatorException, ControlException, IOException {
        List<ControlChange> changes = controls.change(wishes);
        for (ControlChange change : changes) {
            request.note(change.toString());
        }
        return list(changes);
    }

    private static ApiException notNow(String why) {
        return new ApiException(503, "The controls aren't read now", why, "Ask again in a second.")
                .retryAfter(Duration.ofSeconds(1));
    }

    private Response list(@Nullable List<ControlChange> changed) throws ApiException, AllocatorException, IOException {
        Optional<List<ControlState>> all = controls.all();
        if (all.isEmpty()) {
            throw notNow("some are being changed");
        }
        JsonText json = new JsonText();
        json.beginObject();
        if (changed != null) {
            json.name("changed").beginArray();
            for (ControlChange change : changed) {
                json.value(change.control().name());
            }
            json.endArray();
        }
        json.name("controls").beginArray();
        for (ControlState state : all.get()) {
            write(state, json);
        }
        json.endArray().endObject();
        return Response.json(200, json);
    }

    private static void write(ControlState state, JsonWriter json) throws IOException {
        KnownControl control = state.control();
        json.beginObject();
        json.name("name").value(control.name());
        json.name("value");
        write(state.reading().value(), json);
        json.name("available").value(state.reading().available());
        json.name("changeable").value(state.reading().available() && control instanceof ChangeableControl);
        json.name("found");
        write(state.found(), json);
        json.name("does").value(control.does());
        json.endObject();
    }

    private static void write(@Nullable Object value, JsonWriter json) throws IOException {
        if (value instanceof Boolean flag) {
            json.value(flag);
        } else if (value instanceof Long number) {
            json.value(number);
        } else if (value instanceof String text) {
            json.value(text);
        } else {
            json.nullValue();
        }
    }
}
