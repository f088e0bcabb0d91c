package io.jemscope.allocator;

/** A call to the allocator failed. The message says what happened, why, and what to do next. */
public final class AllocatorException extends Exception {

    /** The kind of error, which decides the status of an HTTP response. */
    public enum Kind {
        /** There is no jemalloc in the process, or {@code malloc} isn't jemalloc's. */
        NO_ALLOCATOR,
        /** This build of jemalloc has no such control, or heap profiling isn't on. */
        NOT_AVAILABLE,
        /** The value, the name or the moment was wrong. */
        REFUSED,
        /** A file of that name exists. */
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
     * Creates an exception; for implementations of {@link Allocator}.
     *
     * @param errno the error number; 0 if there is none
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

    public Kind kind() {
        return kind;
    }

    /** The control's name, such as {@code prof.dump}. */
    public String control() {
        return control;
    }

    /** Linux's error number; 0 if there is none. */
    public int errno() {
        return errno;
    }

    /** What happened, half a sentence. */
    public String what() {
        return what;
    }

    /** Why it happened, by the error number; half a sentence. */
    public String why() {
        return why;
    }

    /** What to do next, a sentence. */
    public String next() {
        return next;
    }
}
