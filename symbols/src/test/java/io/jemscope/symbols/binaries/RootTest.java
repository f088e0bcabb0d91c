package io.jemscope.symbols.binaries;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootTest {

    @TempDir
    private Path folder;

    private Path root = Path.of("unset");

    @BeforeEach
    void unpackAnImage() throws IOException {
        root = folder.resolve("root");
        Files.createDirectories(root.resolve("usr/lib/vendor"));
        Files.writeString(root.resolve("usr/lib/vendor/liba.so.1.2"), "inside");
        Files.writeString(Files.createDirectories(folder.resolve("etc")).resolve("secret"), "outside");
    }

    @Test
    void resolvesPathsBelowIt() {
        assertThat(Root.at(root).resolve("/usr/lib/vendor/liba.so.1.2"))
                .isEqualTo(root.resolve("usr/lib/vendor/liba.so.1.2"));
        assertThat(Root.at(root).resolve("//usr/./lib/absent.so")).isEqualTo(root.resolve("usr/lib/absent.so"));
        assertThat(Root.ofThisMachine().resolve("/usr/lib/a.so")).isEqualTo(Path.of("/usr/lib/a.so"));
    }

    @Test
    void followsLinksWithinTheRoot() throws IOException {
        Files.createSymbolicLink(root.resolve("lib"), Path.of("/usr/lib"));
        Files.createSymbolicLink(root.resolve("usr/lib/vendor/liba.so.1"), Path.of("liba.so.1.2"));
        Files.createSymbolicLink(root.resolve("usr/lib/liba.so"), Path.of("../lib/vendor/liba.so.1"));

        assertThat(Root.at(root).resolve("/lib/liba.so")).isEqualTo(root.resolve("usr/lib/vendor/liba.so.1.2"));
    }

    @Test
    void neverLeavesTheRoot() throws IOException {
        Files.createSymbolicLink(root.resolve("up"), Path.of("../../../.."));
        Files.createSymbolicLink(root.resolve("absolute"), folder.resolve("etc").toAbsolutePath());
        Path secret = folder.resolve("etc/secret");

        for (String path : List.of("/../etc/secret", "/up/etc/secret", "/absolute/secret", "/usr/../../etc/secret")) {
            Path resolved = Objects.requireNonNull(Root.at(root).resolve(path));
            assertThat(resolved.normalize()).as(path).startsWithRaw(root).isNotEqualTo(secret);
            assertThat(resolved).as(path).doesNotExist();
        }
    }

    @Test
    void stopsAtACycleOfLinks() throws IOException {
        Files.createSymbolicLink(root.resolve("one"), Path.of("two"));
        Files.createSymbolicLink(root.resolve("two"), Path.of("/one"));

        assertThat(Root.at(root).resolve("/one/a.so")).isNull();
        assertThat(Root.at(root).resolve("relative")).isNull();
        assertThat(Root.at(root).resolve("/a\0b")).isNull();
    }
}
