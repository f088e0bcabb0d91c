package io.jemscope.agent;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The lines that the agent writes to the program's standard error, each in one piece. */
final class Notice implements Consumer<String> {

    @Override
    public void accept(String text) {
        tell(text);
    }

    /** Writes a line, past whatever the program has made of {@link System#err}. */
    @SuppressWarnings("resource") // Closing it would close the program's standard error.
    static void tell(String text) {
        byte[] line = line(text);
        try {
            new FileOutputStream(FileDescriptor.err).write(line);
        } catch (IOException e) {
            // A closed standard error is the program's own choice.
        }
    }

    /** One line, whatever names and messages of others the text has in it. */
    static byte[] line(String text) {
        StringBuilder line = new StringBuilder("jemscope: ");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            line.append(Character.isISOControl(c) ? ' ' : c);
        }
        return line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }
}
