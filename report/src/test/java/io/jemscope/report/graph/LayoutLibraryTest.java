package io.jemscope.report.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the layout library costs those who ask for no picture, and what it says to those who do: nothing. */
class LayoutLibraryTest {

    private static final int CLASS_FILES_OF_JAVA_17 = 61;

    @TempDir
    private Path folder;

    private static boolean isOfLibrary(String classPathEntry) {
        return classPathEntry.contains("org.eclipse") || classPathEntry.contains("guava");
    }

    private String run(boolean withLibrary, String what) throws IOException, InterruptedException {
        List<String> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (withLibrary || !isOfLibrary(entry)) {
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

    /** Newer versions of what the library uses want newer JVMs, and say so only when they are loaded. */
    @Test
    void runsOnJava17() throws Exception {
        int classes = 0;
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!isOfLibrary(entry)) {
                continue;
            }
            try (JarFile jar = new JarFile(entry)) {
                for (JarEntry file : Collections.list(jar.entries())) {
                    if (file.getName().endsWith(".class") && !file.getName().startsWith("META-INF/")) {
                        try (DataInputStream in = new DataInputStream(jar.getInputStream(file))) {
                            in.readInt();
                            in.readUnsignedShort();
                            assertThat(in.readUnsignedShort())
                                    .as("class file version of " + file.getName() + " in " + entry)
                                    .isLessThanOrEqualTo(CLASS_FILES_OF_JAVA_17);
                        }
                        classes++;
                    }
                }
            }
        }
        assertThat(classes).isPositive();
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
