package io.jemscope.fleet.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListFileTest {

    @TempDir
    private Path folder;

    private ListFile list(String text) throws IOException {
        Path file = folder.resolve("agents.json");
        Files.writeString(file, text);
        return new ListFile(file);
    }

    @Test
    void eachTargetIsAnAgentWithItsGroupsTokenAndLabels() throws IOException {
        Files.writeString(folder.resolve("token"), "from a file\n");

        assertThat(list("""
                        [{"targets": ["https://web1:9443", "web2:9443"], "tokenFile": "token",
                          "labels": {"service": "shop", "version": "2.3.1", "__meta_x": "y"}},
                         {"targets": ["web3:8080"], "token": "x", "insecure": true, "labels": {"__scheme__": "http"}},
                         {"targets": []}]
                        """).agents())
                .containsExactly(
                        Agent.of(
                                URI.create("https://web1:9443"),
                                "from a file",
                                Map.of("service", "shop", "version", "2.3.1")),
                        Agent.of(
                                URI.create("https://web2:9443"),
                                "from a file",
                                Map.of("service", "shop", "version", "2.3.1")),
                        Agent.of(URI.create("http://web3:8080"), "x", Map.of()));
    }

    @Test
    void aTokenIsInNoText() {
        assertThat(Agent.of(URI.create("https://web1:9443"), "secret", Map.of()).toString())
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[1]",
                "[{}]",
                "[{\"targets\": \"web1\"}]",
                "[{\"targets\": [1]}]",
                "[{\"targets\": [\"ftp://web1\"]}]",
                "[{\"targets\": [\"https://user:password@web1\"]}]",
                "[{\"targets\": [\"https://web1/?x=y\"]}]",
                "[{\"targets\": [\"http://a b\"]}]",
                "[{\"targets\": [\"https://gateway/agents/web1\"]}]",
                "[{\"targets\": [\"web1:1\"], \"labels\": []}]",
                "[{\"targets\": [\"web1:1\"], \"labels\": {\"x\": 1}}]",
                "[{\"targets\": [\"web1:1\"], \"token\": {}}]",
                "[{\"targets\": [\"web1:1\"], \"tokenFile\": \"absent\"}]",
                "[{\"targets\": [\"http://web1:1\"], \"token\": \"secret\"}]",
                "[{\"targets\": [\"http://127.0.0.1.example.org:1\"], \"token\": \"secret\", \"insecure\": \"yes\"}]",
                "[{\"targets\": [\"web1:1\"]"
            })
    void mistakesAreTold(String text) throws IOException {
        ListFile list = list(text);

        assertThatThrownBy(list::agents)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(folder.toString())
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
    }

    @Test
    void aTokenGoesUnencryptedToThisMachineOnly() throws IOException {
        String group = "[{\"targets\": [\"http://%s:1\"], \"token\": \"x\"}]";
        for (String host : List.of("127.0.0.1", "localhost", "[::1]")) {
            assertThat(list(group.formatted(host)).agents()).hasSize(1);
        }
        assertThatThrownBy(() -> list(group.formatted("web1")).agents()).hasMessageContaining("sent unencrypted");
    }
}
