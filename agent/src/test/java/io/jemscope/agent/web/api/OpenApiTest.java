package io.jemscope.agent.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.agent.web.rendering.ViewFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The document, beside what {@link DocumentedAnswers} and the addresses themselves are held to. */
class OpenApiTest {

    private final JsonObject paths;

    OpenApiTest() throws IOException {
        paths = JsonParser.parseString(new String(OpenApi.document(), StandardCharsets.UTF_8))
                .getAsJsonObject()
                .getAsJsonObject("paths");
    }

    @Test
    void everyFormOfADumpIsInIt() {
        JsonObject download = paths.getAsJsonObject("/api/v1/dumps/{id}").getAsJsonObject("get");
        List<String> words = new ArrayList<>();
        for (JsonElement parameter : download.getAsJsonArray("parameters")) {
            if (parameter.getAsJsonObject().has("name")
                    && parameter.getAsJsonObject().get("name").getAsString().equals("format")) {
                parameter
                        .getAsJsonObject()
                        .getAsJsonObject("schema")
                        .getAsJsonArray("enum")
                        .forEach(word -> words.add(word.getAsString()));
            }
        }
        Set<String> types = download.getAsJsonObject("responses")
                .getAsJsonObject("200")
                .getAsJsonObject("content")
                .keySet();

        assertThat(words).contains("raw", "symbols").hasSize(ViewFormat.values().length + 2);
        for (ViewFormat format : ViewFormat.values()) {
            assertThat(words).contains(format.word());
            assertThat(types).contains(format.contentType().replaceFirst(";.*", ""));
        }
    }

    @Test
    void everyAddressMayRefuseTheTokenAndTheHost() {
        for (Map.Entry<String, JsonElement> path : paths.entrySet()) {
            for (Map.Entry<String, JsonElement> operation :
                    path.getValue().getAsJsonObject().entrySet()) {
                JsonObject described = operation.getValue().getAsJsonObject();
                assertThat(described.getAsJsonObject("responses").keySet())
                        .as(operation.getKey() + " " + path.getKey())
                        .contains("400", "403");
                // The page's own files need no token.
                assertThat(described.getAsJsonObject("responses").has("401"))
                        .as(operation.getKey() + " " + path.getKey())
                        .isNotEqualTo(described.has("security"));
            }
        }
    }
}
