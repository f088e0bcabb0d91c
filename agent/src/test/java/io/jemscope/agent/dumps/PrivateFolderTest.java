package io.jemscope.agent.dumps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
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

        assertThatThrownBy(() -> PrivateFolder.ensure(file)).hasMessageContaining("not a folder");
        assertThatThrownBy(() -> PrivateFolder.ensure(file.resolve("below"))).isInstanceOf(IOException.class);
    }

    @Test
    void refusesOneBelowAFolderThatEveryoneMayWriteToAndMakesNothing() throws IOException {
        Path open = Files.createDirectory(temporary.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path real = open.toRealPath();

        assertThatThrownBy(() -> PrivateFolder.ensure(open.resolve("a/b")))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining(
                        "every user may write to " + real + " above it. Run chmod o-w " + real + ", or name");
        assertThat(open.resolve("a")).doesNotExist();
    }

    /** As /var/log on Ubuntu, /var/local on Debian, and folders made with umask 002. */
    @Test
    void takesOneBelowAFolderThatItsGroupMayWriteTo() throws IOException {
        Path shared = Files.createDirectory(temporary.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxr-x"));

        PrivateFolder.ensure(shared.resolve("a"));

        assertThat(shared.resolve("a")).isDirectory();
    }

    /** Only root can give a folder away. */
    @Test
    @EnabledIf("isRoot")
    void refusesOneBelowAnotherUsersFolder() throws IOException {
        Path theirs = Files.createDirectory(temporary.resolve("theirs"));
        Files.setAttribute(theirs, "unix:uid", 4711);

        assertThatThrownBy(() -> PrivateFolder.ensure(theirs.resolve("a")))
                .hasMessageContaining(
                        theirs.toRealPath() + " above it belongs to another user, uid 4711. Name another");
        assertThat(theirs.resolve("a")).doesNotExist();
    }

    static boolean isRoot() throws IOException {
        return PrivateFolder.ownUid() == 0;
    }

    @Test
    void aMountPointIsToldFromAFolder() throws IOException {
        assertThat(PrivateFolder.isMounted(Path.of("/"))).isTrue();
        assertThat(PrivateFolder.isMounted(Path.of("/proc"))).isTrue();
        assertThat(PrivateFolder.isMounted(Path.of("/proc/self/task"))).isFalse();
        assertThat(PrivateFolder.isMounted(Files.createDirectory(temporary.resolve("a"))))
                .isFalse();
    }

    @Test
    void aLinkAboveItIsFollowedBeforeTheCheck() throws IOException {
        Path open = Files.createDirectory(temporary.resolve("open"));
        Path below = Files.createDirectory(open.resolve("below"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path link = Files.createSymbolicLink(temporary.resolve("link"), below);

        assertThatThrownBy(() -> PrivateFolder.ensure(link.resolve("a")))
                .hasMessageContaining("every user may write to " + open.toRealPath());
    }

    /** As in /tmp: nobody can replace another user's entry there. */
    @Test
    void takesOneBelowAFolderWithTheStickyBit() throws IOException, InterruptedException {
        Path sticky = Files.createDirectory(temporary.resolve("sticky"));
        assertThat(new ProcessBuilder("chmod", "1777", sticky.toString())
                        .start()
                        .waitFor())
                .isZero();

        PrivateFolder.ensure(sticky.resolve("a"));

        assertThat(sticky.resolve("a")).isDirectory();
    }
}
