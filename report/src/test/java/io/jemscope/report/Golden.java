package io.jemscope.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compares a report with the file that holds how it should look. {@code -Djemscope.golden=FOLDER} writes the files anew,
 * for a person to read through before they are committed.
 */
public final class Golden {

    private Golden() {}

    /** Compares a text with a file beside this class. */
    public static void check(String name, String text) {
        String folder = System.getProperty("jemscope.golden");
        if (folder != null) {
            write(Path.of(folder, name), text);
        }
        assertThat(text).isEqualTo(read(name));
    }

    private static String read(String name) {
        try (InputStream file = Golden.class.getResourceAsStream(name)) {
            assertThat(file).as("golden file " + name).isNotNull();
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
