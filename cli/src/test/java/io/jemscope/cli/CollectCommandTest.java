package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.cli.exit.ExitCode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CollectCommandTest {

    @TempDir
    private Path folder;

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(List.of("--no-local"), "--no-local without --list, --discover or --kubernetes"),
                Arguments.of(List.of("--token", "token"), "--token is for agents on other machines"),
                Arguments.of(List.of("--namespace", "shop"), "go with --kubernetes"),
                Arguments.of(List.of("--agent-name", "a b"), "a host's name"),
                Arguments.of(List.of("--agent-name", "a..b"), "a host's name"),
                Arguments.of(List.of("--all-namespaces"), "go with --kubernetes"),
                Arguments.of(List.of("--selector", "tier=web"), "go with --kubernetes"),
                Arguments.of(List.of("--kubernetes", "--namespace", "shop", "--all-namespaces"), "exclude each other"),
                Arguments.of(List.of("--kubernetes", "--namespace", "../shop"), "a namespace has lower-case letters"),
                Arguments.of(List.of("--discover", "ftp://sd.example.org/"), "such as http://host:8080/targets"),
                Arguments.of(List.of("--listen", "65536"), "a port from 0 to 65535"),
                Arguments.of(List.of("--listen", "0.0.0.0:"), "such as 0.0.0.0:9091"),
                Arguments.of(List.of("--listen", "0.0.0.0:x"), "such as 0.0.0.0:9091"),
                Arguments.of(List.of("--listen", "::1"), "such as 0.0.0.0:9091"),
                Arguments.of(List.of("--keep", "0"), "--keep must be an hour or longer"),
                Arguments.of(List.of("--keep", "59m"), "name such as 3650d"),
                Arguments.of(List.of("--discover", "https://x:secret@sd.example.org/"), "without a password"));
    }

    @Test
    void aPortThatIsTakenIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String store = folder.resolve("fleet.duckdb").toString();
            CommandRun run = CommandRun.of("collect", "--store", store, "--listen", "" + taken.getLocalPort());

            assertThat(run.exitCode()).isEqualTo(ExitCode.UNREADABLE);
            assertThat(run.err()).contains("can't listen on 127.0.0.1:" + taken.getLocalPort(), "with --listen");
        }
    }

    /** No store is made for a command line that can't be followed. */
    @ParameterizedTest
    @MethodSource("mistakes")
    void optionsThatDontGoTogetherAreRefused(List<String> options, String why) {
        Path store = folder.resolve("fleet.duckdb");
        CommandRun run =
                CommandRun.of(Stream.concat(Stream.of("collect", "--store", store.toString()), options.stream())
                        .toArray(String[]::new));

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(why).doesNotContain("secret");
        assertThat(Files.exists(store)).isFalse();
    }
}
