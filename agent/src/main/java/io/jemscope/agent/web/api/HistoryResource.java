package io.jemscope.agent.web.api;

import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/v1/history}: the series of this program's statistics, those of its earlier starts among them. */
record HistoryResource(@Nullable Path folder, String program) implements Handler {

    /** The year 9999, which no clock shows. */
    private static final long MOST_MILLIS = 253_402_300_799_999L;

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        request.allowParameters("fromMillis", "toMillis", "statistics");
        long from = request.number("fromMillis").orElse(0);
        long to = Math.min(MOST_MILLIS, request.number("toMillis").orElse(MOST_MILLIS));
        if (from > to) {
            throw new ApiException(
                    400,
                    "The span has no moment",
                    "fromMillis is later than toMillis",
                    "Send milliseconds since 1970, or leave them out for all that is stored.");
        }
        JsonText json = new JsonText();
        try {
            // Histories are loaded here, and not before.
            new HistoryJson(folder, program, request.parameter("statistics").orElse("")).write(from, to, json);
        } catch (IOException e) {
            throw new ApiException(
                    500,
                    "The history can't be read",
                    "its folder or a file in it can't be opened",
                    "Look at the folder 'history' of the dumps' folder, or run: jemscope history FOLDER.");
        }
        return Response.json(200, json);
    }
}
