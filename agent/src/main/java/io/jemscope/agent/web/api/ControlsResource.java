package io.jemscope.agent.web.api;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dumps.DumpLock;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.jemalloc.ChangeableControl;
import io.jemscope.agent.jemalloc.ControlChange;
import io.jemscope.agent.jemalloc.ControlState;
import io.jemscope.agent.jemalloc.Controls;
import io.jemscope.agent.jemalloc.KnownControl;
import io.jemscope.agent.web.errors.ErrorMapper;
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
 * While a dump is made, behind which jemalloc may hold some of them back, who reads is refused instead of kept waiting; a
 * change waits, in its turn, and who reads meanwhile is refused as well.
 */
final class ControlsResource implements Handler {

    private final Controls controls;
    private final DumpStore dumps;

    ControlsResource(Controls controls, DumpStore dumps) {
        this.controls = controls;
        this.dumps = dumps;
    }

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        request.allowParameters();
        Optional<Response> answer = dumps.between().now(new DumpLock.Reading<Response, ApiException, IOException>() {
            @Override
            public Response read() throws ApiException, IOException {
                return list(null);
            }
        });
        if (answer.isEmpty()) {
            throw notNow("a dump is being made, and jemalloc holds controls back until it is written");
        }
        return answer.get();
    }

    /** {@code PATCH}. */
    Handler ofChange() {
        return new Handler() {
            @Override
            public Response answer(Request request) throws ApiException, IOException {
                request.allowParameters();
                Map<String, Object> wishes = JsonObjectBody.ofAnyNames(request).values();
                return dumps.between().await(new DumpLock.Reading<Response, ApiException, IOException>() {
                    @Override
                    public Response read() throws ApiException, IOException {
                        return change(wishes, request);
                    }
                });
            }
        };
    }

    private Response change(Map<String, Object> wishes, Request request) throws ApiException, IOException {
        List<ControlChange> changes;
        try {
            changes = controls.change(wishes);
        } catch (AllocatorException | IOException e) {
            throw ErrorMapper.ofDump(e);
        }
        for (ControlChange change : changes) {
            request.note(change.toString());
        }
        return list(changes);
    }

    private static ApiException notNow(String why) {
        return new ApiException(503, "The controls aren't read now", why, "Ask again in a second.")
                .retryAfter(Duration.ofSeconds(1));
    }

    private Response list(@Nullable List<ControlChange> changed) throws ApiException, IOException {
        Optional<List<ControlState>> all;
        try {
            all = controls.all();
        } catch (AllocatorException e) {
            throw ErrorMapper.of(e);
        }
        if (all.isEmpty()) {
            throw notNow("some are being changed");
        }
        JsonText text = new JsonText();
        JsonWriter json = text.writer();
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
        return Response.json(200, text);
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
