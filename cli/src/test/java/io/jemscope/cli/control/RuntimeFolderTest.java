package io.jemscope.cli.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuntimeFolderTest {

    private static final String DESCRIPTOR = "{\"version\":1,\"pid\":4711,\"address\":\"http://127.0.0.1:40123\","
            + "\"token\":\"secret\",\"program\":\"com.example.Main\",\"started\":\"2026-01-01T00:00:00Z\",\"folder\":\"/tmp/d\"}";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void isWhereTheEnvironmentSays() {
        assertThat(RuntimeFolder.of(Map.of("JEMSCOPE_RUNTIME_DIR", "/a", "XDG_RUNTIME_DIR", "/b"))
                        .path())
                .isEqualTo(Path.of("/a"));
        assertThat(RuntimeFolder.of(Map.of("XDG_RUNTIME_DIR", "/b")).path()).isEqualTo(Path.of("/b/jemscope"));
        assertThat(RuntimeFolder.of(Map.of()).path().toString()).startsWith("/tmp/jemscope-");
    }

    @Test
    void readsDescriptorsAndPassesOverWhatIsNone() throws IOException {
        Files.writeString(folder.resolve("4711.json"), DESCRIPTOR);
        Files.writeString(folder.resolve("1.json"), "{\"version\":2}");
        Files.writeString(folder.resolve("2.json"), "[]");
        Files.writeString(folder.resolve("3.json"), "{\"version\":1,\"pid\":");
        Files.writeString(folder.resolve("4.json"), "x".repeat(70_000));
        Files.writeString(folder.resolve("notes.txt"), DESCRIPTOR);

        assertThat(new RuntimeFolder(folder).descriptors())
                .containsExactly(new AgentDescriptor(
                        4711, URI.create("http://127.0.0.1:40123"), "secret", "secret", Path.of("/tmp/d")));
    }

    @Test
    void linksAreNotFollowed() throws IOException {
        Path real = Files.createDirectory(folder.resolve("real"));
        Path elsewhere = Files.writeString(folder.resolve("elsewhere"), DESCRIPTOR);
        Files.createSymbolicLink(real.resolve("4711.json"), elsewhere);
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);
        Files.writeString(real.resolve("1.json"), DESCRIPTOR);

        assertThat(new RuntimeFolder(real).descriptors()).hasSize(1);
        assertThat(new RuntimeFolder(link).descriptors()).isEmpty();
        assertThatThrownBy(() -> new RuntimeFolder(link).check()).isInstanceOf(IOException.class);
    }

    @Test
    void isMadeForItsOwnerOnly() throws IOException {
        RuntimeFolder runtime = new RuntimeFolder(folder.resolve("jemscope"));

        runtime.check();

        assertThat(Files.getPosixFilePermissions(runtime.path())).hasSize(3);
        assertThat(new RuntimeFolder(folder.resolve("absent")).descriptors()).isEmpty();
    }

    @Test
    void forgetsOnlyTheAgentThatIsMeant() throws IOException {
        Path file = Files.writeString(folder.resolve("4711.json"), DESCRIPTOR);
        RuntimeFolder runtime = new RuntimeFolder(folder);

        runtime.forget(4711, Path.of("/tmp/other"));
        assertThat(file).exists();

        runtime.forget(4711, Path.of("/tmp/d"));
        assertThat(file).doesNotExist();
        runtime.forget(4711, Path.of("/tmp/d"));
    }

    @Test
    void removesSocketsOfEndedProgramsAlone() throws IOException {
        Path ended = folder.resolve("99999991.sock");
        Path listening = folder.resolve("99999992.sock");
        Path living = folder.resolve(ProcessHandle.current().pid() + ".sock");
        Path other = folder.resolve("server.sock");
        for (Path socket : List.of(ended, living, other)) {
            listenAt(socket).close();
        }
        try (ServerSocketChannel server = listenAt(listening)) {
            new RuntimeFolder(folder).removeStaleSockets();
            assertThat(server.isOpen()).isTrue();
        }

        assertThat(ended).doesNotExist();
        assertThat(List.of(listening, living, other))
                .allSatisfy(socket -> assertThat(socket).exists());
        new RuntimeFolder(folder.resolve("absent")).removeStaleSockets();
    }

    private static ServerSocketChannel listenAt(Path socket) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
    }

    @Test
    void neverPrintsTheToken() {
        assertThat(AgentDescriptor.read(DESCRIPTOR).toString())
                .doesNotContain("secret")
                .contains("4711");
    }
}
