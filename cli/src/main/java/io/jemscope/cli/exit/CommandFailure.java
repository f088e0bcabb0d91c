package io.jemscope.cli.exit;

/** Why the command can't do what it was asked: what happened, why, what to do next, and the exit code it ends with. */
public final class CommandFailure extends Exception {

    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final String what;
    private final String next;

    /**
     * Makes a failure.
     *
     * @param what what happened
     * @param why why it happened
     * @param next what to do about it
     */
    public CommandFailure(int exitCode, String what, String why, String next) {
        super("jemscope: " + what + "\n  why:  " + why + "\n  next: " + next);
        this.exitCode = exitCode;
        this.what = what;
        this.next = next;
    }

    /**
     * What happened.
     *
     * @return a few words
     */
    public String what() {
        return what;
    }

    /**
     * What to do about it.
     *
     * @return a few words, or a line for a shell
     */
    public String next() {
        return next;
    }

    public int exitCode() {
        return exitCode;
    }
}
