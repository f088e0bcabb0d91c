package io.jemscope.agent.memory;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.JsonText;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import io.jemscope.agent.refusal.Refusals;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.MallocOption;
import java.io.IOException;
import java.util.List;

/** {@code GET /api/v1/options}: every option of jemalloc, its value, and where that came from. */
final class OptionsResource implements Handler {

    private final Allocator allocator;

    OptionsResource(Allocator allocator) {
        this.allocator = allocator;
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
        request.allowParameters();
        JsonText text = new JsonText();
        JsonWriter json = text.writer();
        json.beginObject().name("options").beginArray();
        for (MallocOption option : options()) {
            json.beginObject();
            json.name("name").value(option.name());
            json.name("value").value(option.value());
            json.name("source").value(option.source().label());
            json.name("available").value(option.available());
            json.endObject();
        }
        json.endArray().endObject();
        return Response.json(200, text);
    }

    private List<MallocOption> options() throws Problem {
        try {
            return allocator.options();
        } catch (AllocatorException e) {
            throw Refusals.of(e);
        }
    }
}
