package io.jemscope.agent.web.api;

import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.MallocOption;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;

/** {@code GET /api/v1/options}: every option of jemalloc, its value, and where that came from. */
record OptionsResource(Allocator allocator) implements Handler {

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException, IOException {
        request.allowParameters();
        JsonText json = new JsonText();
        json.beginObject().name("options").beginArray();
        for (MallocOption option : allocator.options()) {
            json.beginObject();
            json.name("name").value(option.name());
            json.name("value").value(option.value());
            json.name("source").value(option.source().label());
            json.name("available").value(option.available());
            json.endObject();
        }
        json.endArray().endObject();
        return Response.json(200, json);
    }
}
