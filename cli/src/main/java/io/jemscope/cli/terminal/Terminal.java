package io.jemscope.cli.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** What the process's standard streams are. */
public final class Terminal {

    private static final int LEAST_COLUMNS = 40;

    private static final int USUAL_COLUMNS = 100;

    /** Set by the script {@code jemscope}. */
    private static final String COLUMNS_FOUND = "jemscope.columns";

    private Terminal() {}

    /** Says whether standard input is a terminal. */
    public static boolean isInput() {
        return isTerminal(0);
    }

    /** Says whether standard output is a terminal. */
    public static boolean isOutput() {
        return isTerminal(1);
    }

    /** Says whether standard error is a terminal. */
    public static boolean isError() {
        return isTerminal(2);
    }

    /**
     * How wide a line should be at most, so that a person at a terminal can read it: as wide as {@code COLUMNS} says, else
     * as the script that starts the command has found the terminal.
     *
     * @param environment the environment, in which some shells say how wide the terminal is
     * @return the columns, at least 40; 100 where nothing tells
     */
    public static int columns(Map<String, String> environment) {
        int columns = number(environment.getOrDefault("COLUMNS", ""));
        if (columns == 0) {
            columns = number(System.getProperty(COLUMNS_FOUND, ""));
        }
        return columns == 0 ? USUAL_COLUMNS : Math.max(LEAST_COLUMNS, columns);
    }

    /**
     * How wide a line of standard output should be at most.
     *
     * @return the terminal's columns; no limit where standard output is no terminal
     */
    public static int outputColumns() {
        return isOutput() ? columns(System.getenv()) : Integer.MAX_VALUE;
    }

    /** A number of columns; 0 where it is none. */
    private static int number(String told) {
        int number = 0;
        for (int i = 0; i < told.length() && number < 10_000; i++) {
            char c = told.charAt(i);
            if (c < '0' || c > '9') {
                return 0;
            }
            number = 10 * number + c - '0';
        }
        return number;
    }

    /**
     * Says whether standard output goes to another program, which may stop reading.
     *
     * @return whether it is a pipe or a socket
     */
    public static boolean isOutputPipe() {
        String file = file(1);
        return file.startsWith("pipe:") || file.startsWith("socket:");
    }

    /** Java itself tells only whether standard input and output are both a terminal; the kernel names each one's file. */
    private static boolean isTerminal(int descriptor) {
        String file = file(descriptor);
        return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty") || file.equals("/dev/console");
    }

    private static String file(int descriptor) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }
}
