package io.jemscope.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsFileTest {

    private static final int SELF = 1000;

    /** Its group is left to its owner: so it is mounted into a pod that has an fsGroup. */
    @ParameterizedTest
    @CsvSource({"0600,1000", "0644,1000", "0664,1000", "0644,0", "0440,0"})
    void isUsedWhereNobodyElseCanHaveWrittenIt(String mode, int owner) {
        assertThat(SettingsFile.danger(Integer.parseInt(mode, 8), owner, SELF)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"0600,1001", "0644,65534", "0400,1"})
    void isRefusedWhereItIsSomebodyElses(String mode, int owner) {
        assertThat(SettingsFile.danger(Integer.parseInt(mode, 8), owner, SELF))
                .isEqualTo("it belongs to another user than the program's or root");
    }

    @ParameterizedTest
    @CsvSource({"0666,1000", "0602,0"})
    void isRefusedWhereEverybodyMayWriteToIt(String mode, int owner) {
        assertThat(SettingsFile.danger(Integer.parseInt(mode, 8), owner, SELF)).isEqualTo("everybody may write to it");
    }

    /** Also where a link leads there. */
    @Test
    void isRefusedBelowAFolderThatEverybodyMayWriteTo(@TempDir Path temporary) throws IOException {
        Path open = Files.createDirectory(temporary.resolve("open"));
        Path file = Files.writeString(open.resolve("settings"), "dumps.keep=5\n");
        Path link = Files.createSymbolicLink(temporary.resolve("link"), file);
        assertThat(SettingsFile.lines(link)).containsExactly("dumps.keep=5");

        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThatThrownBy(() -> SettingsFile.lines(link))
                .isInstanceOf(IOException.class)
                .hasMessage("every user may write to " + open.toRealPath() + " above it");
    }
}
