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
