package io.jemscope.agent.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.httpd.Role;
import io.jemscope.httpd.auth.Credentials;
import io.jemscope.httpd.auth.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DescriptorTest {

    private final Descriptor descriptor = new Descriptor(
            4711,
            40123,
            "https://0.0.0.0:9443",
            new Credentials(new Token("secret"), new Token("to read"), Role.OPERATE),
            "com.example.Main",
            Instant.parse("2026-01-01T00:00:00Z"),
            Path.of("/dumps/a \"b\"\\\n\u00e9"));

    @TempDir
    private Path folder;

    @Test
    void tellsWhereAndHow() throws IOException {
        descriptor.write(folder);

        JsonObject json = JsonParser.parseString(Files.readString(folder.resolve("4711.json")))
                .getAsJsonObject();
        assertThat(json.get("version").getAsInt()).isEqualTo(1);
        assertThat(json.get("pid").getAsLong()).isEqualTo(4711);
        assertThat(json.get("address").getAsString()).isEqualTo("http://127.0.0.1:40123");
        assertThat(json.get("outside").getAsString()).isEqualTo("https://0.0.0.0:9443");
        assertThat(json.get("token").getAsString()).isEqualTo("secret");
        assertThat(json.get("readToken").getAsString()).isEqualTo("to read");
        assertThat(json.get("program").getAsString()).isEqualTo("com.example.Main");
        assertThat(json.get("started").getAsString()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(json.get("folder").getAsString()).isEqualTo("/dumps/a \"b\"\\\n\u00e9");
    }

    @Test
    void isItsOwnersAlone() throws IOException {
        descriptor.write(folder);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("4711.json"))))
                .isEqualTo("rw-------");
    }

    @Test
    void takesThePlaceOfOneThatAKilledProcessLeft() throws IOException {
        Files.writeString(folder.resolve("4711.json"), "old");

        descriptor.write(folder);

        assertThat(folder.resolve("4711.json")).content().contains("secret");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void goesAndLeavesAnotherProcesssAlone() throws IOException {
        descriptor.write(folder);
        descriptor.remove(folder);
        assertThat(folder).isEmptyDirectory();

        Files.writeString(folder.resolve("4711.json"), "another's");
        descriptor.remove(folder);
        assertThat(folder.resolve("4711.json")).hasContent("another's");
    }

    @Test
    void leavesNothingBehindWhereItCantBeWritten() throws IOException {
        Path taken = folder.resolve("4711.json");
        Files.createDirectories(taken.resolve("inside"));

        assertThatThrownBy(() -> descriptor.write(folder)).isInstanceOf(IOException.class);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(taken);
        }
    }
}
