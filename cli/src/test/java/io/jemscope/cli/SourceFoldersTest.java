package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceFoldersTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void aFolderThatCannotBeReadEndsNoSearch() throws Exception {
        Path source = Files.createDirectories(folder.resolve("there/shop"));
        Files.writeString(source.resolve("cache.c"), "int x;\n");

        SourceFolders sources = new SourceFolders(List.of(folder.resolve("gone"), folder.resolve("there"), source));

        assertThat(sources.lines("/build/shop/cache.c")).containsExactly("int x;");
        assertThat(sources.lines("cache.c")).containsExactly("int x;");
    }
}
