package io.jemscope.cli.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the process's standard streams are. */
public final class Terminal {

    private Terminal() {}

    /**
     * Says whether standard output is a terminal.
     *
     * @return whether it is
     */
    public static boolean isOutput() {
        return isTerminal(1);
    }

    /**
     * Says whether standard error is a terminal.
     *
     * @return whether it is
     */
    public static boolean isError() {
        return isTerminal(2);
    }

    /** Java itself tells only whether standard input and output are both a terminal; the kernel names each one's file. */
    private static boolean isTerminal(int descriptor) {
        try {
            String file = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty") || file.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
