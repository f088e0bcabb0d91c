package io.jemscope.agent.web.api;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpListing;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/** {@code GET /api/v1/dumps}: the dumps that are there, the oldest first. */
public final class DumpList implements Handler {

    private final DumpStore dumps;
    private final Function<Dump, Optional<String>> runs;

    /** What answers; {@code runs} tells which run a dump belongs to. */
    public DumpList(DumpStore dumps, Function<Dump, Optional<String>> runs) {
        this.dumps = dumps;
        this.runs = runs;
    }

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        request.allowParameters();
        DumpListing listing = dumps.listing();
        JsonText text = new JsonText();
        JsonWriter json = text.writer();
        json.beginObject().name("dumps").beginArray();
        for (Dump dump : listing.dumps()) {
            DumpJson.write(dump, runs.apply(dump), json);
        }
        json.endArray();
        json.name("unlisted").value(listing.unlisted());
        json.endObject();
        return Response.json(200, text);
    }
}
