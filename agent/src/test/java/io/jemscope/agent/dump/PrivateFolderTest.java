package io.jemscope.agent.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFolderTest {

    @TempDir
    private Path temporary;

    @Test
    void makesWhatIsMissingForItsOwnerAlone() throws IOException {
        Path folder = temporary.resolve("a/b/c");

        PrivateFolder.ensure(folder);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(temporary.resolve("a"))))
                .isEqualTo("rwx------");
    }

    @Test
    void takesOneThatIsThere() throws IOException {
        Path folder = temporary.resolve("a");
        PrivateFolder.ensure(folder);

        PrivateFolder.ensure(folder);

        assertThat(folder).isDirectory();
    }

    @Test
    void refusesALink() throws IOException {
        Path target = Files.createDirectory(temporary.resolve("target"));
        Path link = Files.createSymbolicLink(temporary.resolve("link"), target);

        assertThatThrownBy(() -> PrivateFolder.ensure(link))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("symbolic link");
    }

    @Test
    void refusesADanglingLink() throws IOException {
        Path link = Files.createSymbolicLink(temporary.resolve("link"), temporary.resolve("nowhere"));

        assertThatThrownBy(() -> PrivateFolder.ensure(link)).hasMessageContaining("symbolic link");
        assertThat(temporary.resolve("nowhere")).doesNotExist();
    }

    @Test
    void refusesOneThatOthersMayWriteTo() throws IOException {
        Path folder = Files.createDirectory(temporary.resolve("open"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThatThrownBy(() -> PrivateFolder.ensure(folder)).hasMessageContaining("other users may write");
    }

    @Test
    void refusesAFile() throws IOException {
        Path file = Files.createFile(temporary.resolve("file"));

        assertThatThrownBy(() -> PrivateFolder.ensure(file)).hasMessageContaining("no folder");
        assertThatThrownBy(() -> PrivateFolder.ensure(file.resolve("below"))).isInstanceOf(IOException.class);
    }
}
