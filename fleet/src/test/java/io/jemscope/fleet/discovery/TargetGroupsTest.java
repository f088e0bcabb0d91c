package io.jemscope.fleet.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.fleet.http.Token;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TargetGroupsTest {

    private static final String SOURCE = "http://sd.example.org/targets";

    @TempDir
    private Path folder;

    private static List<Agent> read(String list) throws IOException {
        return TargetGroups.read(list.getBytes(StandardCharsets.UTF_8), SOURCE, null, "", true);
    }

    static Stream<Arguments> hostile() {
        String targets = IntStream.rangeClosed(0, TargetGroups.MOST_AGENTS)
                .mapToObj(i -> "\"a:1\"")
                .collect(Collectors.joining(","));
        String labels = IntStream.rangeClosed(0, TargetGroups.MOST_LABELS)
                .mapToObj(i -> "\"l" + i + "\":\"\"")
                .collect(Collectors.joining(","));
        return Stream.of(
                Arguments.of("[{\"targets\":[" + targets + "]}]", "more than 100000 targets"),
                Arguments.of(
                        "[{\"targets\":[" + targets.substring(6) + "]},{\"targets\":[\"a:1\"]}]", "more than 100000"),
                Arguments.of("[{\"targets\":[\"a:1\"],\"labels\":{" + labels + "}}]", "more than 64 labels"),
                Arguments.of("[".repeat(1 << 20), "a group isn't an object"),
                Arguments.of("[{\"targets\":[\"a:1\"],\"x\":" + "[".repeat(1 << 20), "it isn't JSON"),
                Arguments.of("[{\"targets\":[\"" + "a".repeat(1 << 20) + " b\"]}]", "isn't an address"),
                Arguments.of("[{\"targets\":[\"a:65536\"]}]", "isn't an address"),
                Arguments.of("[{\"targets\":[\"a:1/#b\"]}]", "isn't an address"),
                Arguments.of("[{\"targets\":[\"a:99999999999999999999\"]}]", "isn't an address"),
                Arguments.of("[{\"targets\":[\"\u001b[31m\u202e\\nb\"]}]", "isn't an address"),
                Arguments.of("[{\"targets\":[\"a:1\"],\"labels\":{\"\u001b\\n\u202e\":1}}]", "isn't a text"),
                Arguments.of("[{\"targets\":[\"a:1\"],\"labels\":{\"\u001b" + "x".repeat(1 << 20) + "\":", "cut off"),
                Arguments.of("[{\"targets\":[\"a:1\"]}] [", "something follows"),
                Arguments.of("[{\"targets\":[\"a:1\"],\"token\":\"a secret\\nof two lines\"}]", "one line of ASCII"),
                Arguments.of("[{\"targets\":[\"a:1\"],\"tokenFile\":\"/etc/hostname\"}]", "Use --token FILE"));
    }

    /** What is refused is told in a short line, which can't change the terminal. */
    @ParameterizedTest
    @MethodSource("hostile")
    void hostileListsAreRefused(String list, String why) {
        assertThatThrownBy(() -> read(list))
                .isInstanceOf(IOException.class)
                .satisfies(e -> assertThat(e.getMessage())
                        .contains(why)
                        .contains(SOURCE)
                        .hasSizeLessThan(300)
                        .doesNotContain("secret")
                        .doesNotContainPattern("\\p{C}"));
    }

    @Test
    void aListThatIsNotUtf8IsRefused() {
        byte[] list = "[{\"targets\":[\"a:1\"],\"labels\":{\"x\":\"é\"}}]".getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> TargetGroups.read(list, SOURCE, null, "", true))
                .hasMessageContaining("UTF-8");
    }

    @Test
    void anAddressThatIsListedInTwoWaysIsOne() throws IOException {
        assertThat(read("[{\"targets\":[\"https://web1:9443\",\"https://web1:9443/\",\"WEB1:9443\",\"[::1]:9443/\"]}]"))
                .extracting(each -> each.address().toString())
                .containsExactly("https://web1:9443", "https://web1:9443", "https://web1:9443", "https://[::1]:9443");
    }

    @Test
    void theMostThatIsAllowedIsRead() throws IOException {
        String targets = IntStream.rangeClosed(1, TargetGroups.MOST_AGENTS)
                .mapToObj(i -> "\"a" + i + ":1\"")
                .collect(Collectors.joining(","));

        assertThat(read("[{\"targets\":[" + targets + "],\"token\":\"t\",\"more\":[{\"x\":[1]}]}]"))
                .hasSize(TargetGroups.MOST_AGENTS)
                .allSatisfy(each -> assertThat(each.token()).isEqualTo("t"));
    }

    @Test
    void aTokenIsGivenToThoseThatHaveNone() throws IOException {
        Path file = folder.resolve("token");
        Files.writeString(file, "shared\n");
        Path list = folder.resolve("list.json");
        Files.writeString(
                list, "[{\"targets\":[\"a:1\"],\"labels\":{\"x\":\"y\"}},{\"targets\":[\"b:1\"],\"token\":\"own\"}]");
        ListFile discovery = new ListFile(list, file);

        assertThat(discovery.agents()).extracting(Agent::token).containsExactly("shared", "own");
        // It is read again each time.
        Files.writeString(file, "renewed");
        assertThat(discovery.agents()).extracting(Agent::token).containsExactly("renewed", "own");
    }

    @Test
    void theSharedTokenIsntSentUnencryptedEither() throws IOException {
        String list = "[{\"targets\":[\"http://web1:1\"]%s}]";
        byte[] insecure = list.formatted(",\"insecure\":true").getBytes(StandardCharsets.UTF_8);
        byte[] silent = list.formatted("").getBytes(StandardCharsets.UTF_8);

        assertThat(TargetGroups.read(insecure, SOURCE, null, "secret", true)).hasSize(1);
        assertThat(TargetGroups.read(silent, SOURCE, null, "", true)).hasSize(1);
        assertThatThrownBy(() -> TargetGroups.read(silent, SOURCE, null, "secret", true))
                .hasMessageContaining("would be sent unencrypted")
                .hasMessageNotContaining("secret");
    }

    @Test
    void aListThatCameUnencryptedSendsOnlyItsOwnTokensSo() throws IOException {
        String list = "[{\"targets\":[\"%s\"],\"insecure\":true%s}]";
        byte[] shared = list.formatted("http://web1:1", "").getBytes(StandardCharsets.UTF_8);
        byte[] own = list.formatted("http://web1:1", ",\"token\":\"own\"").getBytes(StandardCharsets.UTF_8);
        byte[] encrypted = list.formatted("https://web1:1", "").getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> TargetGroups.read(shared, SOURCE, null, "secret", false))
                .hasMessageContaining("the token for http://web1:1 would be sent unencrypted")
                .hasMessageContaining("serve this list by https, too, or have it in a file (--list)")
                .hasMessageNotContaining("secret");
        assertThat(TargetGroups.read(shared, SOURCE, null, "", false)).hasSize(1);
        assertThat(TargetGroups.read(own, SOURCE, null, "secret", false))
                .extracting(Agent::token)
                .containsExactly("own");
        assertThat(TargetGroups.read(encrypted, SOURCE, null, "secret", false)).hasSize(1);
    }

    static Stream<Arguments> noTokens() {
        return Stream.of(
                Arguments.of("", "is empty"),
                Arguments.of(" \n", "is empty"),
                Arguments.of("secret\nsecret", "one line of ASCII"),
                Arguments.of("sécret", "one line of ASCII"),
                Arguments.of("secret".repeat(10_000), "larger than"));
    }

    @ParameterizedTest
    @MethodSource("noTokens")
    void aFileWithoutATokenIsRefused(String content, String why) throws IOException {
        Path file = folder.resolve("token");
        Files.writeString(file, content);

        assertThatThrownBy(() -> Token.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(why)
                .hasMessageContaining(file.toString())
                .hasMessageNotContaining("secret");
    }

    @Test
    @Tag("fuzz")
    void damagedListsAreReadOrRefused() {
        byte[] whole = """
                [{"targets": ["https://web1:9443", "web2:1"], "token": "x", "labels": {"service": "shop", "__scheme__": "http"}},
                 {"targets": [], "other": [{"a": [1, 2.5e3, null, true]}]}]
                """.getBytes(StandardCharsets.UTF_8);
        byte[] pieces = "[]{}\",:\\1tn \u00e9".getBytes(StandardCharsets.UTF_8);
        Random random = new Random(11);
        int refused = 0;
        for (int i = 0; i < Integer.getInteger("fuzz.cases", 2_000); i++) {
            byte[] bytes = whole.clone();
            switch (random.nextInt(4)) {
                case 0 -> bytes = Arrays.copyOf(whole, random.nextInt(whole.length));
                case 1 -> random.nextBytes(bytes);
                case 2 -> {
                    for (int at = 0; at < bytes.length; at++) {
                        bytes[at] = pieces[random.nextInt(pieces.length)];
                    }
                }
                default -> {
                    for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                        bytes[random.nextInt(bytes.length)] = pieces[random.nextInt(pieces.length)];
                    }
                }
            }
            try {
                TargetGroups.read(bytes, SOURCE, null, "", true);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining(SOURCE);
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }
}
