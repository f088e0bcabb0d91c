package io.jemscope.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The settings are written down in three places; these tests keep them one list. */
class SettingsTableTest {

    private static final Path ROOT =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());

    @Test
    void theDocumentationHasThemAll() throws IOException {
        StringBuilder table = new StringBuilder("| key | value | default | what it is |\n| --- | --- | --- | --- |\n");
        for (Key key : Key.values()) {
            table.append("| `")
                    .append(key.word())
                    .append("` | ")
                    .append(key.kind().form())
                    .append(" | ")
                    .append(key.byDefault().isEmpty() ? "" : "`" + key.byDefault() + "`")
                    .append(" | ")
                    .append(key.meaning())
                    .append(" |\n");
        }

        assertThat(ROOT.resolve("docs/settings.md")).content().contains(table);
    }

    @Test
    void theNativeLibraryKnowsThemAllAndNoOthers() throws IOException {
        Matcher names = Pattern.compile("\\{\"([a-z.]+)\", ")
                .matcher(Files.readString(ROOT.resolve("native/src/main/c/options.c")));

        assertThat(names.results().map(found -> found.group(1)))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(Key.values()).map(Key::word).toList());
    }
}
