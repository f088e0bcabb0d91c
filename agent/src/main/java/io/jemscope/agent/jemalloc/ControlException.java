package io.jemscope.agent.jemalloc;

/** Controls can't be changed as requested; none was changed. */
public final class ControlException extends Exception {

    private static final long serialVersionUID = 1;

    private final boolean absent;
    private final String why;
    private final String next;

    ControlException(boolean absent, String why, String next) {
        super(why);
        this.absent = absent;
        this.why = why;
        this.next = next;
    }

    /** Whether this process lacks a control; otherwise the request is never possible. */
    public boolean isAbsent() {
        return absent;
    }

    /** Why, in half a sentence. */
    public String why() {
        return why;
    }

    /** What to do next, in sentences. */
    public String next() {
        return next;
    }
}
