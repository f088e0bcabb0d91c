package io.jemscope.agent;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The program's standard error, for text that somebody asked to have there. */
final class StandardError implements Consumer<String> {

    /** Writes the text as it is, past whatever the program has made of {@link System#err}. */
    @Override
    @SuppressWarnings("resource") // Closing it would close the program's standard error.
    public void accept(String text) {
        try {
            new FileOutputStream(FileDescriptor.err).write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // A closed standard error is the program's own choice.
        }
    }
}
