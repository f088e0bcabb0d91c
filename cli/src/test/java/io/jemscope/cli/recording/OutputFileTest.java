package io.jemscope.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.cli.exit.CommandFailure;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void isCompleteOrNotThereAtAll() {
        Path file = folder.resolve("a.pb.gz");

        assertThatThrownBy(() -> OutputFile.write(file, false, out -> {
                    out.write(1);
                    throw new IOException("the disk is full");
                }))
                .hasMessage("the disk is full");

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void neverReplacesAFileInSilence() throws IOException {
        Path file = Files.writeString(folder.resolve("a.pb.gz"), "mine");

        assertThatThrownBy(() -> OutputFile.write(file, false, out -> out.write(1)))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasContent("mine");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");

        OutputFile.write(file, true, out -> out.write('x'));
        assertThat(file).hasContent("x");
    }

    @Test
    void pipesAndDevicesAreWrittenThrough() throws Exception {
        Path pipe = folder.resolve("pipe");
        Process maker = new ProcessBuilder("mkfifo", pipe.toString()).start();
        assertThat(maker.waitFor()).isZero();
        OutputFile.check(pipe, false);
        // Opened for both, so that the writer needn't wait for a reader.
        try (RandomAccessFile reader = new RandomAccessFile(pipe.toFile(), "rw")) {
            OutputFile.write(pipe, true, out -> out.write("1999993".getBytes(StandardCharsets.UTF_8)));

            byte[] read = new byte[7];
            reader.readFully(read);
            assertThat(read).asString(StandardCharsets.UTF_8).isEqualTo("1999993");
        }
        assertThat(OutputFile.isStream(pipe)).isTrue();
        OutputFile.check(Path.of("/dev/null"), false);
        OutputFile.write(Path.of("/dev/null"), true, out -> out.write(1));
        assertThat(OutputFile.isStream(Path.of("/dev/null"))).isTrue();
    }

    @Test
    void aLinkStaysALink() throws IOException {
        Path file = Files.writeString(folder.resolve("a.pb.gz"), "mine");
        Path link = Files.createSymbolicLink(folder.resolve("link.pb.gz"), file);
        Path dangling = Files.createSymbolicLink(folder.resolve("dangling.pb.gz"), folder.resolve("none"));

        OutputFile.write(link, true, out -> out.write('x'));

        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("x");
        assertThatThrownBy(() -> OutputFile.write(dangling, false, out -> out.write('x')))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void findsANameThatIsFree() throws IOException {
        Path file = folder.resolve("a.pb.gz");
        assertThat(OutputFile.free(file)).isEqualTo(file);

        Files.createFile(file);
        Files.createFile(folder.resolve("a-2.pb.gz"));

        assertThat(OutputFile.free(file)).isEqualTo(folder.resolve("a-3.pb.gz"));
    }

    @Test
    void suffixesGoBeforeTheEnding() {
        assertThat(OutputFile.withSuffix(Path.of("x/a.pb.gz"), "-7")).isEqualTo(Path.of("x/a-7.pb.gz"));
        assertThat(OutputFile.withSuffix(Path.of("a.heap"), "-7")).isEqualTo(Path.of("a-7.heap"));
        assertThat(OutputFile.withSuffix(Path.of(".hidden"), "-7")).isEqualTo(Path.of(".hidden-7"));
    }

    @Test
    void saysEarlyWhatCannotBeWritten() throws CommandFailure {
        OutputFile.check(folder.resolve("new.pb.gz"), false);

        assertThatThrownBy(() -> OutputFile.check(folder, false)).hasMessageContaining("it is a folder");
        assertThatThrownBy(() -> OutputFile.check(folder.resolve("absent/a.pb.gz"), false))
                .hasMessageContaining("is not a folder");
    }
}
