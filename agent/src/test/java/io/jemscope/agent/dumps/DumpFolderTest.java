package io.jemscope.agent.dumps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpFolderTest {

    @TempDir
    private Path temporary;

    @Test
    void isTheOneThatTheOptionsName() throws IOException {
        Path named = temporary.resolve("named");

        DumpFolder folder = DumpFolder.of(Optional.of(named), temporary.resolve("run"), 4711);
        folder.ensure();

        assertThat(folder.path()).isEqualTo(named).isDirectory();
        assertThat(temporary.resolve("run")).doesNotExist();
    }

    @Test
    void elseTheProcesssOwnInTheRuntimeFolder() throws IOException {
        Path runtime = temporary.resolve("run");

        DumpFolder folder = DumpFolder.of(Optional.empty(), runtime, 4711);
        folder.ensure();

        assertThat(folder.path()).isEqualTo(runtime.resolve("dumps/4711")).isDirectory();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(runtime)))
                .isEqualTo("rwx------");
    }

    @Test
    void aRuntimeFolderThatSomebodyMayHavePlantedIsRefusedAlsoWhereItHoldsDumpsAlone() throws IOException {
        Path runtime = Files.createDirectory(temporary.resolve("run"));
        Files.setPosixFilePermissions(runtime, PosixFilePermissions.fromString("rwxrwxrwx"));

        DumpFolder folder = DumpFolder.of(Optional.empty(), runtime, 4711);

        assertThatThrownBy(folder::ensure)
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("the folder " + runtime + " ");
        assertThat(runtime).isEmptyDirectory();
    }

    @Test
    void oneThatOthersMayReadAndNotWriteIsTaken() throws IOException {
        Path runtime = Files.createDirectory(temporary.resolve("run"));
        Files.setPosixFilePermissions(runtime, PosixFilePermissions.fromString("rwxr-xr-x"));

        DumpFolder folder = DumpFolder.of(Optional.empty(), runtime, 4711);
        folder.ensure();

        assertThat(folder.path()).isDirectory();
    }
}
