package io.jemscope.agent.rss;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** The kernel's texts, and numbers in those of which each line is a name and a number. */
final class KernelText {

    private static final int MOST_DIGITS = 15;

    /** Most such files are shorter: the figures are read once a second, and are most of what the agent takes of an idle program's Java heap. */
    private static final int USUAL_BYTES = 2_048;

    private KernelText() {}

    /** The text of a file whose length the kernel doesn't say. */
    static String read(Path file) throws IOException {
        try (InputStream in = new FileInputStream(file.toFile())) {
            byte[] bytes = in.readNBytes(USUAL_BYTES);
            if (bytes.length == USUAL_BYTES) {
                byte[] rest = in.readAllBytes();
                bytes = Arrays.copyOf(bytes, USUAL_BYTES + rest.length);
                System.arraycopy(rest, 0, bytes, USUAL_BYTES, rest.length);
            }
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    /**
     * The number of a line.
     *
     * @param text the lines
     * @param name what the line begins with, up to a blank or the number
     * @return the number; 0 where there is no such line, or it is larger than any amount of memory
     */
    static long number(String text, String name) {
        int at = text.startsWith(name) ? 0 : text.indexOf("\n" + name) + 1;
        if (at == 0 && !text.startsWith(name)) {
            return 0;
        }
        return leading(text, at + name.length());
    }

    /** The number that begins behind blanks. */
    static long leading(String text, int from) {
        int at = from;
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        int first = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at == first || at - first > MOST_DIGITS ? 0 : Long.parseLong(text.substring(first, at));
    }
}
