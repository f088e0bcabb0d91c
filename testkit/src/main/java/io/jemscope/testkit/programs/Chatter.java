package io.jemscope.testkit.programs;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Writes all 256 byte values to its standard output, a few lines to its standard error, and exits with code 7. */
final class Chatter {

    private static final int EXIT_CODE = 7;

    private Chatter() {}

    /** Prints each argument on a line. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = System.out;
        for (String argument : arguments) {
            out.write((argument + "\n").getBytes(StandardCharsets.UTF_8));
        }
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        out.write(bytes);
        out.flush();
        System.err.println("one line");
        System.err.print("half a line");
        System.err.flush();
        System.exit(EXIT_CODE);
    }
}
