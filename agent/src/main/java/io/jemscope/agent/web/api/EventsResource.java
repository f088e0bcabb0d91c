package io.jemscope.agent.web.api;

import io.jemscope.agent.events.Event;
import io.jemscope.agent.events.Events;
import io.jemscope.agent.events.UtcTime;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;

/** {@code GET /api/v1/events?after=n}: what happened after the event of that number. */
record EventsResource(Events events) implements Handler {

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        request.allowParameters("after");
        long after = after(request);
        JsonText json = new JsonText();
        json.beginObject().name("events").beginArray();
        long last = after;
        for (Event event : events.after(after)) {
            json.beginObject();
            json.name("number").value(event.number());
            json.name("time").value(UtcTime.iso(event.time()));
            json.name("kind").value(event.kind().word());
            json.name("text").value(event.text());
            json.endObject();
            last = event.number();
        }
        json.endArray().name("last").value(last).endObject();
        return Response.json(200, json);
    }

    private static long after(Request request) throws ApiException {
        String after = request.parameter("after").orElse("0");
        try {
            long number = Long.parseLong(after);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below, like a number that is below 0.
        }
        throw new ApiException(
                400,
                "The parameter after can't be read",
                "it is not the number of an event",
                "Send the number that stood in last, or leave it out for all that are kept.");
    }
}
