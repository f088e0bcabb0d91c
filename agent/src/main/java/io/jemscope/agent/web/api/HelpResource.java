package io.jemscope.agent.web.api;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/**
 * {@code GET /help} and {@code GET /help/…}: what addresses there are, and what each does and takes, for a person with
 * nothing but curl. Written from the {@link OpenApi} document, so that there is one description.
 */
public final class HelpResource implements Handler {

    private static final String LIST = "/help";

    /** Makes the resource. */
    public HelpResource() {}

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        JsonObject document = JsonParser.parseString(new String(OpenApi.document(), StandardCharsets.UTF_8))
                .getAsJsonObject();
        JsonObject paths = document.getAsJsonObject("paths");
        if (request.path().equals(LIST)) {
            return text(list(paths, ""));
        }
        String address = "/" + request.segment("address");
        JsonObject operations = paths.getAsJsonObject(address);
        if (operations != null) {
            return text(page(document, address, operations));
        }
        StringBuilder below = list(paths, address + "/");
        if (below.isEmpty()) {
            throw new ApiException(
                    404,
                    "There is no help on " + address,
                    "the agent has no such address",
                    "Ask for /help, which lists all of them.");
        }
        return text(below);
    }

    private static Response text(StringBuilder text) {
        return Response.text(200, "text/plain; charset=utf-8", text.toString());
    }

    /** The addresses that begin so; nothing where there are none. */
    private static StringBuilder list(JsonObject paths, String begin) {
        StringBuilder list = new StringBuilder(4096);
        for (Map.Entry<String, JsonElement> path : paths.entrySet()) {
            if (!path.getKey().startsWith(begin)) {
                continue;
            }
            if (list.isEmpty()) {
                list.append(
                        "Addresses of this agent; /help/ADDRESS tells more, such as /help/memory-profiler/start.\n\n");
            }
            for (Map.Entry<String, JsonElement> operation :
                    path.getValue().getAsJsonObject().entrySet()) {
                list.append(method(operation))
                        .append(' ')
                        .append(path.getKey())
                        .append("\n    ")
                        .append(summary(operation))
                        .append('\n');
            }
        }
        return list;
    }

    private static StringBuilder page(JsonObject document, String address, JsonObject operations) {
        StringBuilder page = new StringBuilder(1024);
        for (Map.Entry<String, JsonElement> operation : operations.entrySet()) {
            page.append(method(operation)).append(' ').append(address).append("\n\n");
            page.append(summary(operation)).append('\n');
            JsonObject described = operation.getValue().getAsJsonObject();
            if (described.has("description")) {
                page.append(described.get("description").getAsString()).append('\n');
            }
            if (described.has("parameters")) {
                page.append("\nParameters:\n");
                for (JsonElement parameter : described.getAsJsonArray("parameters")) {
                    JsonObject one = parameter(document, parameter.getAsJsonObject());
                    if (one.has("deprecated")) {
                        // A second name, which the first one's description has.
                        continue;
                    }
                    page.append("  ").append(one.get("name").getAsString()).append("  ");
                    page.append(one.get("description").getAsString()).append('\n');
                }
            }
            page.append("\nAnswers:\n");
            for (Map.Entry<String, JsonElement> answer :
                    described.getAsJsonObject("responses").entrySet()) {
                page.append("  ").append(answer.getKey()).append("  ");
                page.append(answer.getValue()
                                .getAsJsonObject()
                                .get("description")
                                .getAsString())
                        .append('\n');
            }
            page.append("\nAuthentication: a token, as Bearer or as the password of HTTP Basic.\n\n");
        }
        return page;
    }

    /** Several addresses share some, which stand in a place of their own. */
    private static JsonObject parameter(JsonObject document, JsonObject described) {
        if (!described.has("$ref")) {
            return described;
        }
        String place = described.get("$ref").getAsString();
        return document.getAsJsonObject("components")
                .getAsJsonObject("parameters")
                .getAsJsonObject(place.substring(place.lastIndexOf('/') + 1));
    }

    private static String method(Map.Entry<String, JsonElement> operation) {
        return operation.getKey().toUpperCase(Locale.ROOT);
    }

    private static String summary(Map.Entry<String, JsonElement> operation) {
        return operation.getValue().getAsJsonObject().get("summary").getAsString();
    }
}
