package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Whoever gets the image is told whose libraries are in it. */
class NoticesIT {

    private static final Pattern JAR = Pattern.compile("`([^`]+\\.jar)`");

    @Test
    void nameEachLibraryThatIsDelivered() throws IOException {
        String notices = Files.readString(Image.notices());
        Set<String> delivered = Image.jars().stream()
                .map(Path::getFileName)
                .map(Path::toString)
                .filter(jar -> !jar.startsWith("jemscope-"))
                .collect(Collectors.toCollection(TreeSet::new));
        delivered.add("fleet/duckdb_jdbc.jar");

        assertThat(JAR.matcher(notices).results().map((MatchResult found) -> found.group(1)))
                .containsExactlyInAnyOrderElementsOf(delivered);
        assertThat(Image.storeFiles())
                .hasSize(2)
                .contains("fleet/duckdb_jdbc.jar")
                .anyMatch(file ->
                        file.startsWith("fleet/libduckdb_java.so_linux_") && notices.contains("libduckdb_java.so"));
        assertThat(notices).doesNotContain("${").contains("The Go Authors");
        assertThat(Image.notices().resolveSibling("LICENSE")).exists();
    }
}
