package io.jemscope.agent.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.agent.help.OpenApi;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ViewRequestTest {

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/dumps/{id}", "/memory-profiler/download/text", "/memory-profiler/download/graph"})
    void theDocumentHasEveryNameThatIsKnown(String address) throws Exception {
        JsonObject document = document();
        String shared = document.getAsJsonObject("paths")
                .getAsJsonObject(address)
                .getAsJsonObject("get")
                .get("parameters")
                .toString();
        JsonObject parameters = document.getAsJsonObject("components").getAsJsonObject("parameters");
        StringBuilder described = new StringBuilder();
        for (String name : parameters.keySet()) {
            assertThat(shared).contains("\"#/components/parameters/" + name + "\"");
            String description =
                    parameters.getAsJsonObject(name).get("description").getAsString();
            described.append(name).append(". ").append(description).append(' ');
        }

        List<String> names = ViewRequest.names();

        assertThat(names).doesNotHaveDuplicates();
        for (String name : names) {
            assertThat(described).containsPattern("\\b" + name + "\\.");
        }
    }

    private static JsonObject document() throws IOException {
        try (InputStream in = Objects.requireNonNull(OpenApi.class.getResourceAsStream("openapi.json"))) {
            return JsonParser.parseString(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .getAsJsonObject();
        }
    }
}
