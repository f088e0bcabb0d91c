package io.jemscope.agent.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.agent.AgentOnFake;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundlesTest {

    @TempDir
    private Path folder;

    @Test
    void aBundleHasWhatThereIsAndSaysWhatThereIsNot() throws Exception {
        try (AgentOnFake agent = new AgentOnFake(folder)) {
            JsonObject made = json(agent.send("POST", "/api/v1/bundles", "{}").body());
            Map<String, String> parts = parts(Path.of(made.get("file").getAsString()));

            assertThat(parts).containsKeys("dump.heap", "memory.json", "statistics.json", "jvm.json", "bundle.json");
            JsonObject facts = json(Objects.requireNonNull(parts.get("bundle.json")));
            assertThat(facts.get("rule").getAsString()).isEqualTo("asked");
            assertThat(facts.get("program").getAsString()).isEqualTo("com.acme.Main");
            // The fake dump is none, so nothing can be made of it.
            assertThat(facts.getAsJsonArray("parts").toString())
                    .contains("{\"name\":\"dump.heap\",\"micros\":")
                    .contains("{\"name\":\"report.html\",\"missing\":");
            assertThat(agent.send("GET", "/api/v1/bundles", "").body())
                    .contains(made.get("id").getAsString());
            assertThat(agent.send("GET", "/api/v1/bundles/none", "").statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void theNewestAreKept() throws Exception {
        try (AgentOnFake agent = new AgentOnFake(folder)) {
            for (int i = 0; i < 7; i++) {
                assertThat(agent.send("POST", "/api/v1/bundles", "{}").statusCode())
                        .isEqualTo(201);
                Thread.sleep(2);
            }
            assertThat(json(agent.send("GET", "/api/v1/bundles", "").body()).getAsJsonArray("bundles"))
                    .hasSize(5);
        }
    }

    @Test
    void secretsAreLeftOut() {
        assertThat(JvmFacts.withoutSecret("-Ddb.Password=x=y")).isEqualTo("-Ddb.Password=(left out)");
        assertThat(JvmFacts.withoutSecret("-Xmx1g")).isEqualTo("-Xmx1g");
        assertThat(JvmFacts.withoutSecret("-XX:MaxRAMPercentage=80")).isEqualTo("-XX:MaxRAMPercentage=80");
        assertThat(JvmFacts.withoutSecret("-Durl=jdbc:mysql://u:p@h/d?password=S"))
                .isEqualTo("-Durl=(left out)");
        assertThat(JvmFacts.withoutSecret("-javaagent:x.jar=api_key=S")).isEqualTo("-javaagent:x.jar=(left out)");
    }

    private static Map<String, String> parts(Path file) throws IOException {
        Map<String, String> parts = new TreeMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                parts.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return parts;
    }

    private static JsonObject json(String text) {
        return JsonParser.parseString(text).getAsJsonObject();
    }
}
