package io.jemscope.cli.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests over a Unix socket, to a program that answers what the test says. */
class SocketExchangeTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    /** What the program was asked. */
    private CompletableFuture<String> asked = new CompletableFuture<>();

    @Test
    void anAnswerMayComeInPieces() throws Exception {
        AgentClient client = client(folder, "HTTP/1.1 200 OK\r\ncontent-le", "ngth: 12\r\n\r\n{\"act", "ive\":1}");

        assertThat(client.setProfiling(true, false).number("active")).isEqualTo(1);
        assertThat(asked.get()).startsWith("PUT /api/v1/profiling HTTP/1.1\r\n").endsWith("{\"active\":true}");
    }

    @Test
    void aRefusalHasItsWords() throws Exception {
        String words = "{\"error\":{\"what\":\"No run\",\"why\":\"one is on\",\"next\":\"wait\"}}";
        AgentClient client =
                client(folder, "HTTP/1.1 409 Refused\r\nContent-Length: " + words.length() + "\r\n\r\n" + words);

        AgentException refusal =
                catchThrowableOfType(AgentException.class, () -> client.finishRun(AgentClient.CURRENT, false));

        assertThat(refusal.status()).isEqualTo(409);
        assertThat(refusal.what()).isEqualTo("No run");
        assertThat(asked.get()).startsWith("PATCH /api/v1/runs/current ");
    }

    @Test
    void whatIsCutShortIsNoDump() throws Exception {
        AgentClient client = client(folder, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nheap_v2");

        assertThatThrownBy(() -> client.download("x", new ByteArrayOutputStream()))
                .isInstanceOf(EOFException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hello", "HTTP/1.1 OK\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n", "x\r\n\r\n"})
    void anythingElseIsAnError(String answer) throws Exception {
        AgentClient client = client(folder, answer);

        assertThatThrownBy(client::describe).isInstanceOf(IOException.class);
    }

    @Test
    void aLongPathWillDo() throws Exception {
        Path deep = Files.createDirectories(folder.resolve("deep".repeat(20)).resolve("deeper".repeat(20)));
        Path link = Files.createSymbolicLink(folder.resolve("d"), deep);
        client(link, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");

        AgentClient far = new AgentClient(AgentDescriptor.ofSocket(1, deep.resolve("1.sock")));

        assertThat(far.describe().json().size()).isZero();
    }

    private AgentClient client(Path place, String... answer) throws IOException {
        Path socket = place.resolve("1.sock");
        ServerSocketChannel server =
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
        asked = CompletableFuture.supplyAsync(() -> answer(server, List.of(answer)));
        return new AgentClient(AgentDescriptor.ofSocket(1, socket));
    }

    private static String answer(ServerSocketChannel server, List<String> answer) {
        try (server;
                SocketChannel connection = server.accept()) {
            ByteBuffer request = ByteBuffer.allocate(8192);
            // The head and the body may come apart.
            String text = "";
            while (text.isEmpty() || (text.endsWith("\r\n\r\n") && !text.contains("Content-Length: 0"))) {
                connection.read(request);
                text = new String(request.array(), 0, request.position(), StandardCharsets.UTF_8);
            }
            for (String part : answer) {
                connection.write(ByteBuffer.wrap(part.getBytes(StandardCharsets.UTF_8)));
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
