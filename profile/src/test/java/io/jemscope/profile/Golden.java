package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compares what a writer wrote with the file that holds how it should look. {@code -Djemscope.golden=FOLDER} writes the
 * files anew, for a person to read through before they are committed.
 */
public final class Golden {

    private Golden() {}

    /** A writer of some format. */
    public interface Writing {

        void to(OutputStream out) throws IOException;
    }

    /** A writer's output as text. */
    public static String text(Writing writing) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            writing.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Compares a text with a file of the test resources' folder {@code golden}. */
    public static void check(String name, String text) {
        String folder = System.getProperty("jemscope.golden");
        if (folder != null) {
            write(Path.of(folder, name), text);
        }
        assertThat(text).isEqualTo(read(name));
    }

    private static String read(String name) {
        try (InputStream file = Golden.class.getResourceAsStream("/golden/" + name)) {
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
