package io.jemscope.cli;

import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.terminal.Console;
import io.jemscope.cli.terminal.Terminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The command's entry. */
public final class Main {

    /**
     * Verbs that leave nothing to be done at exit. From JDK 21 on {@link System#exit} sets up logging first, to tell a
     * log who called it: on a cold start that takes longer than reading a small dump.
     */
    private static final List<String> DONE_AT_END = List.of("report", "diff", "trend");

    private Main() {}

    /**
     * Runs the command and ends the process.
     *
     * @param arguments the command line
     */
    public static void main(String[] arguments) {
        // UTF-8 whatever the locale says: reports have letters beyond ASCII, and a log is read elsewhere.
        Console console = new Console(stream(FileDescriptor.out), stream(FileDescriptor.err));
        int code = written(answered(arguments, console), console, Terminal.isOutputPipe());
        console.err().flush();
        if (isDoneAtEnd(arguments) && !isJvmTold()) {
            Runtime.getRuntime().halt(code);
        }
        System.exit(code);
    }

    private static boolean isDoneAtEnd(String[] arguments) {
        return arguments.length > 0 && DONE_AT_END.contains(arguments[0]);
    }

    /** A user who gives the JVM options may need its work at exit, such as writing a flight recording. */
    private static boolean isJvmTold() {
        return !System.getenv().getOrDefault("JEMSCOPE_JAVA_OPTS", "").isEmpty();
    }

    /** The command's exit code, also where its memory is too small for what it was given. */
    private static int answered(String[] arguments, Console console) {
        try {
            return run(arguments, console);
        } catch (OutOfMemoryError e) {
            console.err().println("jemscope: this doesn't fit into the command's memory");
            console.err().println("  why:  it may use " + (Runtime.getRuntime().maxMemory() >> 20) + " MiB");
            console.err().println("  next: let it use more, such as JEMSCOPE_JAVA_OPTS=-Xmx4g");
            return isDoneAtEnd(arguments) ? ExitCode.UNREADABLE : ExitCode.INTERNAL;
        }
    }

    /** The exit code after the output is written. A reader that closes its pipe early isn't a failure. */
    static int written(int code, Console console, boolean isPipe) {
        if (!console.out().checkError() || isPipe || code != ExitCode.OK) {
            return code;
        }
        console.err().println("jemscope: standard output can't be written");
        console.err().println("  why:  the disk is full, or the file was closed");
        console.err().println("  next: make room, or write to another file");
        return ExitCode.UNWRITABLE;
    }

    /**
     * Runs the command.
     *
     * @param arguments the command line
     * @param console where its output goes
     * @return the exit code
     */
    static int run(String[] arguments, Console console) {
        return Verbs.run(arguments, console);
    }

    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }
}
