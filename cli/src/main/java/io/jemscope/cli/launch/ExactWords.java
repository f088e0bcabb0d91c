package io.jemscope.cli.launch;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Whether Java can hand words on as they were written. Arguments and variables are bytes, and Java's are text of the
 * locale: what the locale has no letter for would arrive at the program as question marks.
 */
public final class ExactWords {

    /** What a decoder puts where bytes are no letter. */
    private static final char UNDECODABLE = '\uFFFD';

    private ExactWords() {}

    /**
     * Refuses a command whose words would reach the program changed.
     *
     * @param command the last words of this process's own command line
     * @throws CommandFailure where one of them would
     */
    public static void check(List<String> command) throws CommandFailure {
        try {
            check(command, Files.readAllBytes(Path.of("/proc/self/cmdline")), ofLocale());
        } catch (IOException e) {
            // Without /proc nothing can be compared; most words are plain.
            return;
        }
    }

    static void check(List<String> command, byte[] commandLine, Charset charset) throws CommandFailure {
        List<byte[]> written = words(commandLine);
        int first = written.size() - command.size();
        for (int i = 0; first >= 0 && i < command.size(); i++) {
            byte[] bytes = written.get(first + i);
            if (!isPlain(bytes) && !Arrays.equals(bytes, command.get(i).getBytes(charset))) {
                throw changed("the argument '" + new String(bytes, StandardCharsets.UTF_8) + "'", charset);
            }
        }
    }

    /**
     * Refuses a variable whose value would reach the program changed.
     *
     * @throws CommandFailure where it would
     */
    public static void check(String name, String value) throws CommandFailure {
        check(name, value, ofLocale());
    }

    static void check(String name, String value, Charset charset) throws CommandFailure {
        if (value.indexOf(UNDECODABLE) >= 0 || !charset.newEncoder().canEncode(value)) {
            throw changed("the environment's variable " + name, charset);
        }
    }

    private static CommandFailure changed(String what, Charset charset) {
        return new CommandFailure(
                ExitCode.UNPREPARED,
                what + " would reach the program changed",
                "the locale's letters (" + charset + ") can't express all of its bytes",
                "export LC_ALL=C.UTF-8, or the locale that it is written in");
    }

    private static boolean isPlain(byte[] word) {
        for (byte b : word) {
            if (b < 0) {
                return false;
            }
        }
        return true;
    }

    private static List<byte[]> words(byte[] commandLine) {
        List<byte[]> words = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < commandLine.length; i++) {
            if (commandLine[i] == 0) {
                words.add(Arrays.copyOfRange(commandLine, begin, i));
                begin = i + 1;
            }
        }
        return words;
    }

    /** The encoding of arguments, variables and file names. */
    static Charset ofLocale() {
        try {
            return Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return StandardCharsets.UTF_8;
        }
    }
}
