package io.jemscope.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdksTest {

    @TempDir
    private Path folder;

    @Test
    void findsTheJdkThatRunsThis() {
        assertThat(Jdks.all())
                .extracting(Jdk::feature)
                .contains(Runtime.version().feature());
    }

    @Test
    void takesTheFirstOfEachReleaseAndPassesOverWhatIsNone() throws IOException {
        Path first = jdk("first", "21.0.2");
        Path second = jdk("second", "21.0.5");
        Path old = jdk("old", "11.0.20");
        Path older = jdk("older", "17");
        Path link = Files.createSymbolicLink(folder.resolve("link"), older);
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThat(Jdks.all(List.of(empty, first, second, old, link, older)))
                .containsExactly(new Jdk(older.toRealPath(), 17), new Jdk(first.toRealPath(), 21));
    }

    private Path jdk(String name, String version) throws IOException {
        Path home = folder.resolve(name);
        Path tools = Files.createDirectories(home.resolve("bin"));
        Path compiler = Files.createFile(tools.resolve("javac"));
        assertThat(compiler.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Us\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }
}
