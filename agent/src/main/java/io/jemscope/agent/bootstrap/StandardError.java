package io.jemscope.agent.bootstrap;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The program's standard error, past whatever the program has made of {@link System#err}. */
final class StandardError implements Consumer<String> {

    /** One for all: the descriptor remembers every stream that was ever made on it. Closing it would close the program's. */
    private static final FileOutputStream STREAM = new FileOutputStream(FileDescriptor.err);

    /** Writes a text as it is. */
    @Override
    public void accept(String text) {
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes bytes in one piece. */
    static void write(byte[] bytes) {
        try {
            STREAM.write(bytes);
        } catch (IOException e) {
            // A closed standard error is the program's own choice.
        }
    }
}
