package io.jemscope.agent.web.api;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.web.errors.ErrorMapper;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.MallocOption;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;
import java.util.List;

/** {@code GET /api/v1/options}: every option of jemalloc, its value, and where that came from. */
final class OptionsResource implements Handler {

    private final Allocator allocator;

    OptionsResource(Allocator allocator) {
        this.allocator = allocator;
    }

    @Override
    public Response answer(Request request) throws ApiException, IOException {
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

    private List<MallocOption> options() throws ApiException {
        try {
            return allocator.options();
        } catch (AllocatorException e) {
            throw ErrorMapper.of(e);
        }
    }
}
