package io.jemscope.report.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the layout library costs those who ask for no picture, and what it says to those who do: nothing. */
class LayoutLibraryTest {

    @TempDir
    private Path folder;

    private String run(boolean withLibrary, String what) throws IOException, InterruptedException {
        List<String> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            boolean library = entry.contains("org.eclipse") || entry.contains("guava");
            if (withLibrary || !library) {
                classPath.add(entry);
            }
        }
        return new String(
                Tools.runSilent(
                        folder,
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        String.join(File.pathSeparator, classPath),
                        DrawingProgram.class.getName(),
                        what),
                StandardCharsets.UTF_8);
    }

    @Test
    void graphsAsDotDoWithoutIt() throws Exception {
        assertThat(run(false, "dot")).startsWith("digraph ");
    }

    @Test
    void drawingPrintsNoWarningAndIsTheSameInEveryProcess() throws Exception {
        String first = run(true, "svg");

        assertThat(first).startsWith("<svg ").endsWith("</svg>\n");
        assertThat(run(true, "svg")).isEqualTo(first);
    }
}
