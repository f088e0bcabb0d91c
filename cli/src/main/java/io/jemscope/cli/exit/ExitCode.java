package io.jemscope.cli.exit;

/**
 * The command's own exit codes. {@code record}, {@code run} and {@code demo} pass on the code of the program they ran
 * instead, 128 and the signal's number where a signal ended it, as shells do.
 */
public final class ExitCode {

    /** All is well. */
    public static final int OK = 0;
    /** A check failed: {@code doctor} misses something, {@code demo} misses a leak, a file lacks the requested figures. */
    public static final int WANTING = 1;
    /** The command line can't be understood. */
    public static final int USAGE = 2;
    /** An input file can't be read, or isn't a profile. */
    public static final int UNREADABLE = 66;
    /** The target names no JVM or more than one, or a JVM without an agent. */
    public static final int NO_TARGET = 68;
    /** The running JVM, or the agent in it, refused or didn't answer. */
    public static final int REFUSED = 69;
    /** Jemscope itself failed. */
    public static final int INTERNAL = 70;
    /** The agent has left but couldn't restore something that it had changed. */
    public static final int NOT_PUT_BACK = 71;
    /** An output file can't be written. */
    public static final int UNWRITABLE = 73;
    /** The program wasn't started, since something it needs is missing. */
    public static final int UNPREPARED = 125;
    /** The program was found but can't be run. */
    public static final int CANNOT_RUN = 126;
    /** The program wasn't found. */
    public static final int NOT_FOUND = 127;

    private ExitCode() {}
}
