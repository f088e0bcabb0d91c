package io.jemscope.agent.web.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.agent.web.api.OpenApi;
import io.jemscope.report.pipeline.ReportOption;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The document has the parameters that a view can have, at each address those that mean something there. */
class ViewRequestTest {

    @Test
    void dumpsTakeWhatMeansSomethingForAnyForm() throws Exception {
        Set<String> names = new LinkedHashSet<>();
        for (ViewFormat format : ViewFormat.values()) {
            names.addAll(ViewRequest.names(format));
        }

        assertThat(documented("/api/v1/dumps/{id}")).containsExactlyInAnyOrderElementsOf(names);
        assertThat(names).contains("focus", "exclude", "mean", "call_tree", "normalize");
    }

    @Test
    void mesossDownloadsTakeWhatMeansSomethingForTheirForm() throws Exception {
        assertThat(documented("/memory-profiler/download/text"))
                .containsExactlyInAnyOrderElementsOf(ViewRequest.names(ViewFormat.TEXT))
                .contains("unit", "normalize")
                .doesNotContain("call-tree", "call_tree");
        assertThat(documented("/memory-profiler/download/graph"))
                .containsExactlyInAnyOrderElementsOf(ViewRequest.names(ViewFormat.GRAPH))
                .contains("call-tree", "call_tree", "normalize")
                .doesNotContain("unit", "mean", "sort");
    }

    /** They say what the command's help says. Second names are said with the first, since pages of help leave them out. */
    @Test
    void descriptionsAreThoseOfTheCommandsOptions() throws Exception {
        JsonObject described = described();
        for (ReportOption option : ReportOption.values()) {
            String name = option.names().get(0);
            JsonObject first = described.getAsJsonObject(name);
            assertThat(first.has("deprecated")).isFalse();
            StringBuilder expected = new StringBuilder(option.description(other -> other.replace(' ', '=')));
            for (String second : option.names().subList(1, option.names().size())) {
                expected.append(" Also called ").append(second).append('.');
                JsonObject other = described.getAsJsonObject(second);
                assertThat(other.get("deprecated").getAsBoolean()).isTrue();
                assertThat(other.get("schema")).isEqualTo(first.get("schema"));
            }
            assertThat(first.get("description").getAsString()).startsWith(expected.toString());
        }
    }

    /** The names of the parameters that an address shares with others. */
    private static List<String> documented(String address) throws IOException {
        List<String> names = new ArrayList<>();
        JsonObject described = described();
        for (JsonElement parameter : document()
                .getAsJsonObject("paths")
                .getAsJsonObject(address)
                .getAsJsonObject("get")
                .getAsJsonArray("parameters")) {
            if (parameter.getAsJsonObject().has("$ref")) {
                String place = parameter.getAsJsonObject().get("$ref").getAsString();
                JsonObject shared = described.getAsJsonObject(place.substring("#/components/parameters/".length()));
                names.add(shared.get("name").getAsString());
            }
        }
        return names;
    }

    private static JsonObject described() throws IOException {
        return document().getAsJsonObject("components").getAsJsonObject("parameters");
    }

    private static JsonObject document() throws IOException {
        try (InputStream in = Objects.requireNonNull(OpenApi.class.getResourceAsStream("openapi.json"))) {
            return JsonParser.parseString(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .getAsJsonObject();
        }
    }
}
