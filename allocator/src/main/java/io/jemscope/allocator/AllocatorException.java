package io.jemscope.allocator;

/**
 * The allocator refused. The message says what happened, why, and what to do next; the control and the error number are
 * kept for programs.
 */
public final class AllocatorException extends Exception {

    /** What kind of refusal it is, for whoever has to answer a caller. */
    public enum Kind {
        /** There is no jemalloc in the process, or it isn't the one that serves {@code malloc}. */
        NO_ALLOCATOR,
        /** This build of jemalloc has no such control, or heap profiling isn't switched on in it. */
        NOT_AVAILABLE,
        /** The value, the name or the moment was wrong. */
        REFUSED,
        /** A file of that name is there already. */
        FILE_EXISTS,
        /** The file can't be written: no room, no permission, no such folder. */
        FILE_NOT_WRITTEN
    }

    private static final long serialVersionUID = 1;

    private final Kind kind;
    private final String control;
    private final int errno;
    private final String what;
    private final String why;
    private final String next;

    /**
     * Makes an exception; for whoever implements {@link Allocator}.
     *
     * @param kind the kind of refusal
     * @param control the control that was asked
     * @param errno the error number that came back; 0 where none did
     * @param what what happened, half a sentence
     * @param why why it happened, half a sentence
     * @param next what to do next, a sentence
     */
    public AllocatorException(Kind kind, String control, int errno, String what, String why, String next) {
        super(what + ": " + why + ". " + next);
        this.kind = kind;
        this.control = control;
        this.errno = errno;
        this.what = what;
        this.why = why;
        this.next = next;
    }

    /** The kind of refusal. */
    public Kind kind() {
        return kind;
    }

    /**
     * The control that was asked.
     *
     * @return its name, such as {@code prof.dump}
     */
    public String control() {
        return control;
    }

    /**
     * The error number that came back.
     *
     * @return the errno of Linux; 0 where the refusal came without one
     */
    public int errno() {
        return errno;
    }

    /**
     * What happened.
     *
     * @return half a sentence
     */
    public String what() {
        return what;
    }

    /**
     * Why it happened, as far as the error number tells.
     *
     * @return half a sentence
     */
    public String why() {
        return why;
    }

    /**
     * What to do next.
     *
     * @return a sentence
     */
    public String next() {
        return next;
    }
}
