package io.jemscope.agent.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds answers that tests get against the document: it has to have each one's status and, for that, its type. */
public final class DocumentedAnswers {

    /** What any address may answer is said of all of them at once. */
    private static final Set<Integer> EVERYWHERE = Set.of(405, 408, 411, 413, 414, 421, 431, 500, 501, 505);

    private final JsonObject paths;

    /** Reads the document. */
    public DocumentedAnswers() {
        try {
            String text = new String(OpenApi.document(), StandardCharsets.UTF_8);
            paths = JsonParser.parseString(text).getAsJsonObject().getAsJsonObject("paths");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Checks an answer; those to addresses that the agent hasn't are no concern of the document's. */
    public void check(HttpResponse<?> answer) {
        String method = answer.request().method();
        JsonObject operations = find(answer.uri().getRawPath());
        JsonObject operation = operations == null ? null : operations.getAsJsonObject(method.toLowerCase(Locale.ROOT));
        if (operation == null || EVERYWHERE.contains(answer.statusCode())) {
            return;
        }
        String asked = method + " " + answer.uri();
        JsonObject statuses = operation.getAsJsonObject("responses");
        assertThat(statuses.keySet()).as("statuses of " + asked).contains(Integer.toString(answer.statusCode()));
        JsonObject content =
                statuses.getAsJsonObject(Integer.toString(answer.statusCode())).getAsJsonObject("content");
        Set<String> types = content == null ? Set.of("") : content.keySet();
        assertThat(types).as("types of " + answer.statusCode() + " of " + asked).contains(type(answer));
    }

    private static String type(HttpResponse<?> answer) {
        String type = answer.headers().firstValue("Content-Type").orElse("");
        int parameters = type.indexOf(';');
        return parameters < 0 ? type : type.substring(0, parameters);
    }

    private @Nullable JsonObject find(String path) {
        for (String pattern : paths.keySet()) {
            if (path.matches(pattern.replace("{address}", ".+").replaceAll("\\{\\w+}", "[^/]+"))) {
                return paths.getAsJsonObject(pattern);
            }
        }
        return null;
    }
}
