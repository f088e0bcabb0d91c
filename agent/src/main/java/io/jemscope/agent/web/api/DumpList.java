package io.jemscope.agent.web.api;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpListing;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;

/** {@code GET /api/v1/dumps}: the dumps that are there, the oldest first. */
record DumpList(DumpStore dumps, Profiler profiler) implements Handler {

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        request.allowParameters();
        DumpListing listing = dumps.listing();
        JsonText json = new JsonText();
        json.beginObject().name("dumps").beginArray();
        for (Dump dump : listing.dumps()) {
            DumpJson.write(dump, profiler.runOf(dump), json);
        }
        json.endArray();
        json.name("unlisted").value(listing.unlisted());
        json.endObject();
        return Response.json(200, json);
    }
}
