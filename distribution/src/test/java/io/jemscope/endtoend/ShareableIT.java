package io.jemscope.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The command's fast start: the JVM can archive the image's classes. */
class ShareableIT {

    /** Java 6's format, the oldest that is archived. */
    private static final int OLDEST_FORMAT = 50;

    @Test
    void classesAreNewEnough() throws IOException {
        List<String> old = new ArrayList<>();
        for (Path jar : Image.jars()) {
            try (JarFile file = new JarFile(jar.toFile())) {
                for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements(); ) {
                    JarEntry entry = entries.nextElement();
                    if (entry.getName().endsWith(".class") && format(file, entry) < OLDEST_FORMAT) {
                        old.add(jar.getFileName() + ": " + entry);
                    }
                }
            }
        }
        assertThat(old).isEmpty();
    }

    @Test
    void noJarIsSigned() throws IOException {
        for (Path jar : Image.jars()) {
            try (JarFile file = new JarFile(jar.toFile())) {
                assertThat(file.getManifest().getEntries())
                        .as("digests in " + jar)
                        .isEmpty();
                assertThat(file.stream().map(JarEntry::getName)).noneMatch(name -> name.endsWith(".SF"));
            }
        }
    }

    private static int format(JarFile file, JarEntry entry) throws IOException {
        try (DataInputStream in = new DataInputStream(file.getInputStream(entry))) {
            in.readInt();
            in.readUnsignedShort();
            return in.readUnsignedShort();
        }
    }
}
