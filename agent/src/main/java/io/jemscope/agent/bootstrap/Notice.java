package io.jemscope.agent.bootstrap;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The lines that the agent writes to the program's standard error, each in one piece. */
final class Notice implements Consumer<String> {

    @Override
    public void accept(String text) {
        tell(text);
    }

    /** Writes a line. */
    static void tell(String text) {
        StandardError.write(line(text));
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
