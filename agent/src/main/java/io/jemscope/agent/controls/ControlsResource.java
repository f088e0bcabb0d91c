package io.jemscope.agent.controls;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.JsonObjectBody;
import io.jemscope.agent.http.JsonText;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.refusal.Refusals;
import io.jemscope.allocator.AllocatorException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/v1/controls}: GET lists jemalloc's run-time controls, PATCH changes some of them, all that are named or none.
 * While a dump is made, behind which jemalloc may hold some of them back, both refuse instead of waiting.
 */
final class ControlsResource implements Handler {

    private final Controls controls;
    private final DumpStore dumps;

    ControlsResource(Controls controls, DumpStore dumps) {
        this.controls = controls;
        this.dumps = dumps;
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
        request.allowParameters();
        begin("The controls aren't read now");
        try {
            return list(null);
        } finally {
            dumps.endReading();
        }
    }

    /** {@code PATCH}. */
    Handler ofChange() {
        return new Handler() {
            @Override
            public Response answer(Request request) throws Problem, IOException {
                request.allowParameters();
                Map<String, Object> wishes = JsonObjectBody.ofAnyNames(request).values();
                begin("Nothing is changed now");
                try {
                    return list(controls.change(wishes));
                } finally {
                    dumps.endReading();
                }
            }
        };
    }

    private void begin(String what) throws Problem {
        if (!dumps.beginReading()) {
            throw new Problem(
                            503,
                            what,
                            "a dump is being made, and jemalloc holds controls back until it is written",
                            "Ask again in a second.")
                    .retryAfter(Duration.ofSeconds(1));
        }
    }

    private Response list(@Nullable List<String> changed) throws Problem, IOException {
        List<ControlState> all;
        try {
            all = controls.all();
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        }
        JsonText text = new JsonText();
        JsonWriter json = text.writer();
        json.beginObject();
        if (changed != null) {
            json.name("changed").beginArray();
            for (String name : changed) {
                json.value(name);
            }
            json.endArray();
        }
        json.name("controls").beginArray();
        for (ControlState state : all) {
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
