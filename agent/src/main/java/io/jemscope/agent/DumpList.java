package io.jemscope.agent;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.dump.Dump;
import io.jemscope.agent.dump.DumpListing;
import io.jemscope.agent.dump.DumpStore;
import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.JsonText;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/** {@code GET /api/v1/dumps}: the dumps that are there, the oldest first. */
final class DumpList implements Handler {

    private final DumpStore dumps;
    private final Function<Dump, Optional<String>> runs;

    /** What answers; {@code runs} tells which run a dump belongs to. */
    DumpList(DumpStore dumps, Function<Dump, Optional<String>> runs) {
        this.dumps = dumps;
        this.runs = runs;
    }

    @Override
    public Response answer(Request request) throws Problem, IOException {
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
